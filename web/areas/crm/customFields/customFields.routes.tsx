import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';

export const customFieldRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/admin/custom-fields',
    beforeLoad: only('custom_fields.manage'),
    head: titled('Custom fields'),
    component: lazyRouteComponent(() => import('./CustomFieldListPage.tsx'), 'CustomFieldListPage'),
  }),
];

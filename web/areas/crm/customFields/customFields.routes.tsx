import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const customFieldRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/custom-fields',
    beforeLoad: only('custom_fields.manage'),
    head: titled('Custom fields'),
    component: lazyRouteComponent(() => import('./CustomFieldListPage.tsx'), 'CustomFieldListPage'),
  }),
];

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute, titled } from '../../app/roots.tsx';

export const customFieldRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/admin/custom-fields',
    head: titled('Custom fields'),
    component: lazyRouteComponent(() => import('./CustomFieldListPage.tsx'), 'CustomFieldListPage'),
  }),
];

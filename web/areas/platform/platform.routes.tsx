import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute, titled } from '../../app/roots.tsx';

export const platformRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/admin/jobs',
    head: titled('Failed jobs'),
    component: lazyRouteComponent(() => import('./DeadJobListPage.tsx'), 'DeadJobListPage'),
  }),
];

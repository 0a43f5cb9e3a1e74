import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const platformRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/jobs',
    beforeLoad: only('jobs.operate'),
    head: titled('Failed jobs'),
    component: lazyRouteComponent(() => import('./DeadJobListPage.tsx'), 'DeadJobListPage'),
  }),
];

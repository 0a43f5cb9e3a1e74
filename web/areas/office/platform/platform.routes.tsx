import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';

export const platformRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/admin/jobs',
    beforeLoad: only('jobs.operate'),
    head: titled('Failed jobs'),
    component: lazyRouteComponent(() => import('./DeadJobListPage.tsx'), 'DeadJobListPage'),
  }),
];

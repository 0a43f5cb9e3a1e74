import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { only, shellRoute, titled } from '#app/roots.tsx';

const page = { getParentRoute: () => shellRoute, beforeLoad: only('calls.make'), head: titled('Dial sessions') };

export const dialSessionRoutes = [
  createRoute({
    ...page,
    path: '/dial',
    component: lazyRouteComponent(() => import('./dialSessions.pages.ts'), 'DialListPage'),
  }),
  createRoute({
    ...page,
    path: '/dial/$id',
    component: lazyRouteComponent(() => import('./dialSessions.pages.ts'), 'DialPage'),
  }),
];

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { queryOf } from '#app/queries.ts';
import { shellRoute, titled } from '#app/roots.tsx';
import { getDashboard } from '#contract/dashboard.ts';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: ({ context: { queryClient, open } }) => {
    if (open) void queryClient.prefetchQuery(queryOf(getDashboard));
  },
  head: titled('My day'),
  component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
});

export const dashboardRoutes = [homeRoute];

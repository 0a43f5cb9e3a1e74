import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { tabSearch } from '#app/parsers.ts';
import { adminRoute, only, shellRoute, titled } from '#app/roots.tsx';

const search = tabSearch(['texting', 'dialer', 'max_plus', 'team']);
const adminSearch = tabSearch(['texting', 'dialer', 'max_plus', 'account']);

export const planRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/plans',
    validateSearch: search,
    search: { middlewares: [stripSearchParams({ tab: 'texting' as const })] },
    beforeLoad: only('subscriptions.use'),
    head: titled('Plans'),
    component: lazyRouteComponent(() => import('./plans.pages.ts'), 'PlansPage'),
  }),
];

export const adminPlanRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/plans',
    validateSearch: adminSearch,
    search: { middlewares: [stripSearchParams({ tab: 'texting' as const })] },
    beforeLoad: only('money.manage'),
    head: titled('Plans'),
    component: lazyRouteComponent(() => import('./plans.pages.ts'), 'PlanAdminPage'),
  }),
];

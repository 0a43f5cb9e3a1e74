import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { tabSearch } from '#app/parsers.ts';
import { adminRoute, only, titled } from '#app/roots.tsx';

const tabs = ['requirements', 'networks', 'sso'] as const;
export type SecurityTab = (typeof tabs)[number];
const search = tabSearch(tabs);

export const securityRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/security',
    beforeLoad: only('security.manage'),
    validateSearch: search,
    search: { middlewares: [stripSearchParams({ tab: 'requirements' as const })] },
    head: titled('Security'),
    component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
  }),
];

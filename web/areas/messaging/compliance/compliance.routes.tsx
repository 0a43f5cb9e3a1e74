import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { tabSearch } from '#app/parsers.ts';
import { adminRoute, only, titled } from '#app/roots.tsx';

const tabs = ['rules', 'lists', 'suppressed', 'address'] as const;
export type ComplianceTab = (typeof tabs)[number];
const search = tabSearch(tabs);

export const complianceRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/compliance',
    beforeLoad: only('compliance.manage'),
    validateSearch: search,
    search: { middlewares: [stripSearchParams({ tab: 'rules' as const })] },
    head: titled('Compliance'),
    component: lazyRouteComponent(() => import('./CompliancePage.tsx'), 'CompliancePage'),
  }),
];

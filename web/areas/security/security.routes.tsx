import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { only, shellRoute, titled } from '../../app/roots.tsx';
import { validSecuritySearch } from './security.tabs.ts';

export const securityRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/admin/security',
    beforeLoad: only('security.manage'),
    validateSearch: validSecuritySearch,
    search: { middlewares: [stripSearchParams({ tab: 'requirements' as const })] },
    head: titled('Security'),
    component: lazyRouteComponent(() => import('./SecurityPage.tsx'), 'SecurityPage'),
  }),
];

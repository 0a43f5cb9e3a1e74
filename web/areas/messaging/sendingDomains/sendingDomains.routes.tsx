import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoute, only, titled } from '#app/roots.tsx';

export const sendingDomainRoutes = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: '/sending-domains',
    beforeLoad: only('settings.manage'),
    head: titled('Sending domains'),
    component: lazyRouteComponent(() => import('./sendingDomains.pages.ts'), 'SendingDomainsPage'),
  }),
];

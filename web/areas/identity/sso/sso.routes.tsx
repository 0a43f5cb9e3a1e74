import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute, titled } from '#app/roots.tsx';

export const ssoRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sso-logout',
    head: titled('Signed out'),
    component: lazyRouteComponent(() => import('./SsoLogoutPage.tsx'), 'SsoLogoutPage'),
  }),
];

// Pages of the user's account.
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { tabSearch } from '#app/parsers.ts';
import { enter, rootRoute, shellRoute, titled } from '#app/roots.tsx';
import { hasSession } from '#app/session.ts';

const tabs = ['profile', 'password', 'two_factor', 'sessions', 'licences', 'application'] as const;
export type AccountTab = (typeof tabs)[number];
const search = tabSearch(tabs);

export const accountRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/account/profile',
    validateSearch: search,
    search: { middlewares: [stripSearchParams({ tab: 'profile' as const })] },
    head: titled('Your account'),
    component: lazyRouteComponent(() => import('./accounts.pages.ts'), 'AccountPage'),
  }),
];

/** Public; inside the frame for signed-in users. */
export const externalAccountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/external_accounts',
  beforeLoad: (entering) => (hasSession() ? enter(entering) : { open: false }),
  head: titled('How you sign in'),
  component: lazyRouteComponent(() => import('./accounts.pages.ts'), 'ExternalAccountsPage'),
});

// Every route of the app, listed by hand.
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { contactRoutes } from '../areas/crm/contacts/contacts.routes.tsx';
import { customFieldRoutes } from '../areas/crm/customFields/customFields.routes.tsx';
import { importRoutes } from '../areas/crm/imports/imports.routes.tsx';
import { accountRoutes, externalAccountsRoute } from '../areas/identity/accounts/accounts.routes.tsx';
import { passwordRoutes } from '../areas/identity/passwords/passwords.routes.tsx';
import { securityRoutes } from '../areas/identity/security/security.routes.tsx';
import { sessionRoutes } from '../areas/identity/sessions/sessions.routes.tsx';
import { ssoRoutes } from '../areas/identity/sso/sso.routes.tsx';
import { platformRoutes } from '../areas/office/platform/platform.routes.tsx';
import { sandboxRoutes } from '../areas/office/sandbox/sandbox.routes.tsx';
import { legalRoutes } from '../areas/public/legal/legal.routes.tsx';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { abortReads, queryClient, resumeReads } from './queries.ts';
import { rootRoute, shellRoute } from './roots.tsx';
import { parseSearch, stringifySearch } from './urls.ts';

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/contacts' });
  },
});

/** Any other address: told within the frame, so that the way on is in sight. */
const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...sessionRoutes,
    ...passwordRoutes,
    ...sandboxRoutes,
    ...ssoRoutes,
    ...legalRoutes,
    externalAccountsRoute,
    shellRoute.addChildren([
      homeRoute,
      ...contactRoutes,
      ...importRoutes,
      ...customFieldRoutes,
      ...accountRoutes,
      ...securityRoutes,
      ...platformRoutes,
      nowhereRoute,
    ]),
  ]),
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
});

// The page's own parts come while the server says who is signed in.
const [asked] = router.getMatchedRoutes(location.pathname);
for (const route of asked) void router.loadRouteChunk(route);

router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) void abortReads();
});
router.subscribe('onResolved', ({ pathChanged }) => {
  if (pathChanged) void resumeReads();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Every route of the app: those that the areas declare, the start of Admin, and any other address.
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { mayFetchAhead } from '../ui/later.ts';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { abortReads, queryClient, resumeReads } from './queries.ts';
import { adminRoute, rootRoute, shellRoute } from './roots.tsx';
import { adminRoutes, publicRoutes, shellRoutes } from './routes.ts';
import { meQuery } from './session.ts';
import { parseSearch, stringifySearch } from './urls.ts';

/** Admin opens at the first of its screens that the user may enter. */
const adminStartRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { placesFor } = await import('./navigation.ts');
    const me = context.queryClient.getQueryData(meQuery.queryKey);
    const [first] = me ? placesFor(me).adminPlaces : [];
    throw redirect({ to: first?.to ?? '/contacts' });
  },
});

/** Any other address: shown inside the frame, with the navigation in sight. */
const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicRoutes,
    shellRoute.addChildren([...shellRoutes, adminRoute.addChildren([adminStartRoute, ...adminRoutes]), nowhereRoute]),
  ]),
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: mayFetchAhead() ? 'intent' : false,
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
});

// Loads the page's own parts while the server identifies the user.
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

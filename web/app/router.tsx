// Every route of the app: those that the areas declare, the start of Admin, and any other address.
import { type AnyRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { areas } from './areas.ts';
import { ErrorPage, NotFoundPage } from './ErrorPage.tsx';
import { placesFor } from './navigation.ts';
import { abortReads, queryClient, resumeReads } from './queries.ts';
import { adminRoute, rootRoute, shellRoute } from './roots.tsx';
import { meQuery } from './session.ts';
import { parseSearch, stringifySearch } from './urls.ts';

/** Each route keeps its type, from which the addresses of links are checked. */
const declared = <Kind extends 'routes' | 'adminRoutes' | 'publicRoutes'>(kind: Kind) =>
  areas.flatMap((area): readonly AnyRoute[] => area[kind]) as (typeof areas)[number][Kind][number][];

/** Admin opens at the first of its screens that the user may enter. */
const adminStartRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const me = context.queryClient.getQueryData(meQuery.queryKey);
    const [first] = me ? placesFor(me, areas).adminPlaces : [];
    throw redirect({ to: first?.to ?? '/contacts' });
  },
});

/** Any other address: shown inside the frame, with the navigation in sight. */
const nowhereRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFoundPage });

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...declared('publicRoutes'),
    shellRoute.addChildren([
      ...declared('routes'),
      adminRoute.addChildren([adminStartRoute, ...declared('adminRoutes')]),
      nowhereRoute,
    ]),
  ]),
  context: { queryClient, areas },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
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

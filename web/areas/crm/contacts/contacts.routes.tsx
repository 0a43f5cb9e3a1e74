import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { enter, rootRoute, shellRoute, titled } from '#app/roots.tsx';
import { contactCountQuery, contactRowsQuery } from './contacts.api.ts';
import { contactSearchDefaults, rememberList, scopeOf, validContactSearch } from './filters/contacts.scope.ts';
import { contactQuery, timelineQuery, wholeTimeline } from './page/contactPage.api.ts';
import { validContactPageSearch, validPrintSearch } from './page/contactPage.tabs.ts';
import { knownViews, savedViewsQuery } from './views/savedViews.api.ts';
import { shownBy } from './views/savedViews.search.ts';

// Loaders start the requests while the page's own code is loading.

export const contactListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  validateSearch: validContactSearch,
  search: { middlewares: [stripSearchParams(contactSearchDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, open }, deps }) => {
    if (!open) return; // a required step comes first
    if (deps.view !== null) await queryClient.ensureQueryData(savedViewsQuery).catch(() => {}); // the page says so
    const search = shownBy(deps, knownViews());
    const scope = scopeOf(search);
    if (search.layout === 'list') void queryClient.prefetchInfiniteQuery(contactRowsQuery(scope));
    void queryClient.prefetchQuery(contactCountQuery(scope));
  },
  head: titled('Contacts'),
  onLeave: ({ search }) => rememberList(search),
  component: lazyRouteComponent(() => import('./list/ContactListPage.tsx'), 'ContactListPage'),
});

export const contactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts/$id',
  validateSearch: validContactPageSearch,
  search: { middlewares: [stripSearchParams({ tab: 'timeline' as const })] },
  loader: ({ context: { queryClient, open }, params, cause }) => {
    if (!open || cause === 'preload') return; // only opening a contact removes its tag `new`
    void queryClient.prefetchQuery(contactQuery(Number(params.id)));
    void queryClient.prefetchInfiniteQuery(timelineQuery(Number(params.id)));
  },
  head: titled('Contact'),
  component: lazyRouteComponent(() => import('./page/ContactPage.tsx'), 'ContactPage'),
});

/** To print: without the frame of the other pages. */
export const contactTimelineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contacts/$id/timeline',
  validateSearch: validPrintSearch,
  search: { middlewares: [stripSearchParams(wholeTimeline)] },
  beforeLoad: enter,
  head: titled('Timeline'),
  component: lazyRouteComponent(() => import('./page/ContactTimelinePage.tsx'), 'ContactTimelinePage'),
});

export const contactRoutes = [contactListRoute, contactRoute];

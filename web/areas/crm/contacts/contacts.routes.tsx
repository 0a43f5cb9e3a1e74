import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { shellRoute, titled } from '#app/roots.tsx';
import { contactCountQuery, contactRowsQuery } from './contacts.api.ts';
import { contactSearchDefaults, rememberList, scopeOf, validContactSearch } from './filters/contacts.scope.ts';
import { contactQuery, timelineQuery } from './page/contactPage.api.ts';
import { validContactPageSearch } from './page/contactPage.tabs.ts';

// Loaders start the requests while the page's own code is loading.

export const contactListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  validateSearch: validContactSearch,
  search: { middlewares: [stripSearchParams(contactSearchDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, open }, deps }) => {
    if (!open) return; // a required step comes first
    const scope = scopeOf(deps);
    if (deps.view === 'list') void queryClient.prefetchInfiniteQuery(contactRowsQuery(scope));
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

export const contactRoutes = [contactListRoute, contactRoute];

import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { shellRoute, titled } from '../../app/roots.tsx';
import { ContactPageSearch } from './contactPage.tabs.ts';
import { ContactSearch, contactSearchDefaults, rememberList } from './contacts.scope.ts';

export const contactListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  validateSearch: ContactSearch,
  search: { middlewares: [stripSearchParams(contactSearchDefaults)] },
  head: titled('Contacts'),
  onLeave: ({ search }) => rememberList(search),
  component: lazyRouteComponent(() => import('./ContactListPage.tsx'), 'ContactListPage'),
});

export const contactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts/$id',
  validateSearch: ContactPageSearch,
  search: { middlewares: [stripSearchParams({ tab: 'timeline' as const })] },
  head: titled('Contact'),
  component: lazyRouteComponent(() => import('./ContactPage.tsx'), 'ContactPage'),
});

export const contactRoutes = [contactListRoute, contactRoute];

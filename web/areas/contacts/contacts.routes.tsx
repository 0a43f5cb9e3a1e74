import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { shellRoute, titled } from '../../app/roots.tsx';
import { validContactPageSearch } from './contactPage.tabs.ts';
import { contactSearchDefaults, rememberList, validContactSearch } from './contacts.scope.ts';

export const contactListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts',
  validateSearch: validContactSearch,
  search: { middlewares: [stripSearchParams(contactSearchDefaults)] },
  head: titled('Contacts'),
  onLeave: ({ search }) => rememberList(search),
  component: lazyRouteComponent(() => import('./ContactListPage.tsx'), 'ContactListPage'),
});

export const contactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contacts/$id',
  validateSearch: validContactPageSearch,
  search: { middlewares: [stripSearchParams({ tab: 'timeline' as const })] },
  head: titled('Contact'),
  component: lazyRouteComponent(() => import('./ContactPage.tsx'), 'ContactPage'),
});

export const contactRoutes = [contactListRoute, contactRoute];

import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { oneOf, ordinal } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';
import { type MessageEventKind, type MessageState, messageEventKinds, messageStates } from '#contract/sendLists.ts';
import { type MailListSearch, mailDefaults, readMailSearch } from './sends.search.ts';

const kinds = ['group', 'single'] as const;
const listDefaults = { kind: 'group' as (typeof kinds)[number], page: 1 };
export type SendListSearch = typeof listDefaults;

const sendListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mailings',
  validateSearch: (said: Partial<SendListSearch> & SearchSchemaInput): SendListSearch => ({
    kind: oneOf(kinds)(said.kind) ?? 'group',
    page: ordinal(said.page) ?? 1,
  }),
  search: { middlewares: [stripSearchParams(listDefaults)] },
  beforeLoad: only('messages.send'),
  head: titled('Mailings'),
  component: lazyRouteComponent(() => import('./sends.pages.ts'), 'SendListPage'),
});

const sendDefaults = { state: 'all' as MessageState | MessageEventKind | 'all', page: 1 };
export type SendSearch = typeof sendDefaults;

const sendRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mailings/$id',
  validateSearch: (said: Partial<SendSearch> & SearchSchemaInput): SendSearch => ({
    state: oneOf(['all', ...messageStates, ...messageEventKinds] as const)(said.state) ?? 'all',
    page: ordinal(said.page) ?? 1,
  }),
  search: { middlewares: [stripSearchParams(sendDefaults)] },
  beforeLoad: only('messages.send'),
  head: titled('Mailings'),
  component: lazyRouteComponent(() => import('./sends.pages.ts'), 'SendPage'),
});

const mailListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mails',
  validateSearch: (said: Partial<MailListSearch> & SearchSchemaInput): MailListSearch => readMailSearch(said),
  search: { middlewares: [stripSearchParams(mailDefaults)] },
  beforeLoad: only('messages.send'),
  head: titled('Mails'),
  component: lazyRouteComponent(() => import('./sends.pages.ts'), 'MailListPage'),
});

const messageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/mails/$id',
  beforeLoad: only('messages.send'),
  head: titled('Mail'),
  component: lazyRouteComponent(() => import('./sends.pages.ts'), 'MessagePage'),
});

export const sendRoutes = [sendListRoute, sendRoute, mailListRoute, messageRoute];

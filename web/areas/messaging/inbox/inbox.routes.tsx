import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { flag, oneOf, ordinal, written } from '#app/parsers.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';
import {
  type ConversationSearch,
  conversationFilters,
  defaults,
  messageChannels,
} from '#web/areas/messaging/conversations/conversations.search.ts';

export const inboxRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/inbox',
    validateSearch: (said: Partial<ConversationSearch> & SearchSchemaInput): ConversationSearch => ({
      filter: oneOf(conversationFilters)(said.filter) ?? 'all',
      unread: flag(said.unread) ?? false,
      q: written(100)(said.q) ?? '',
      channel: oneOf(messageChannels)(said.channel),
      id: ordinal(said.id),
      contact: ordinal(said.contact),
      to: written(10)(said.to),
    }),
    search: { middlewares: [stripSearchParams<ConversationSearch>(defaults)] },
    beforeLoad: only('messages.send'),
    head: titled('Inbox'),
    component: lazyRouteComponent(() => import('./inbox.pages.ts'), 'InboxPage'),
  }),
];

import { createRoute, lazyRouteComponent, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router';
import { flag, oneOf, ordinal, written } from '#app/reading.ts';
import { only, shellRoute, titled } from '#app/roots.tsx';
import { type ConversationSearch, conversationTabs, defaults } from './conversations.search.ts';

export const conversationRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/replies',
    validateSearch: (said: Partial<ConversationSearch> & SearchSchemaInput): ConversationSearch => ({
      tab: oneOf(conversationTabs)(said.tab) ?? 'all',
      unread: flag(said.unread) ?? false,
      q: written(100)(said.q) ?? '',
      page: ordinal(said.page) ?? 1,
      id: ordinal(said.id),
    }),
    search: { middlewares: [stripSearchParams<ConversationSearch>(defaults)] },
    beforeLoad: only('messages.send'),
    head: titled('Replies'),
    component: lazyRouteComponent(() => import('./RepliesPage.tsx'), 'RepliesPage'),
  }),
];

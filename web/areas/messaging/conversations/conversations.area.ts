import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { area } from '#app/area.ts';
import { invalidate, queryOf } from '#app/queries.ts';
import { countUnread } from '#contract/conversations.ts';
import { conversationRoutes } from './conversations.routes.tsx';

export const conversationsArea = area({
  routes: conversationRoutes,
  places: [
    {
      to: '/inbox',
      label: 'Inbox',
      icon: IconMessages,
      key: 'r',
      order: 25,
      permission: 'messages.send',
      useBadge: () => useQuery(queryOf(countUnread)).data?.count,
    },
  ],
  onUpdate: { 'conversation.changed': () => void invalidate(countUnread) },
});

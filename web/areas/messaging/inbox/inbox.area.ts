import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { area } from '#app/area.ts';
import { invalidate, queryOf } from '#app/queries.ts';
import { countUnread } from '#contract/conversations.ts';

export const inboxArea = area({
  places: [
    {
      to: '/inbox',
      label: 'Inbox',
      icon: IconMessages,
      key: 'r',
      order: 25,
      permission: 'messages.send',
      inTitle: true,
      useBadge: () => useQuery(queryOf(countUnread)).data?.count,
    },
  ],
  onUpdate: {
    'conversation.changed': () => void invalidate(countUnread),
    'text.received': (update) => void import('./inbox.alerts.tsx').then(({ tellText }) => tellText(update)),
  },
});

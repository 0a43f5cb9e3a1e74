import { cardRows, dashboardCard } from '#kernel/dashboard.ts';
import { countConversations, listConversations } from './conversations.persons.ts';

const maxCount = 1_000;

export const replyCard = dashboardCard({
  name: 'replies',
  title: 'Unread replies',
  place: 45,
  permission: 'messages.send',
  empty: { text: 'Every reply is read.', link: { label: 'Open the inbox', to: '/inbox', permission: 'messages.send' } },
  events: ['conversation.changed'],
  async load(tx, { team }) {
    const search = { filter: team ? 'all' : 'mine', unread: true } as const;
    const { data } = await listConversations(tx, { ...search, q: '', flagged: false, limit: cardRows });
    const count = await countConversations(tx, search, maxCount);
    return {
      count,
      capped: count >= maxCount,
      rows: data.map(({ id, contact, their_name, their_address, subject, excerpt, last_at }) => ({
        id: String(id),
        title: contact?.name || their_name || their_address,
        text: subject || excerpt,
        at: last_at,
        overdue: false,
        href: '/inbox',
        search: { ...search, id },
      })),
      list: { to: '/inbox', search },
    };
  },
});

import { cardRows, dashboardCard } from '#kernel/dashboard.ts';
import { conversationCap, listConversations } from './conversations.lists.ts';

export const replyCard = dashboardCard({
  name: 'replies',
  title: 'Unread replies',
  place: 45,
  permission: 'messages.send',
  empty: { text: 'Every reply is read.', link: { label: 'See all replies', to: '/replies', permission: 'messages.send' } },
  events: ['conversation.changed'],
  async load(tx, { team }) {
    const search = { tab: team ? 'all' : 'mine', unread: true } as const;
    const { data, meta } = await listConversations(tx, { ...search, q: '', page: 1, limit: cardRows });
    return {
      count: meta.total_count,
      capped: meta.total_count >= conversationCap,
      rows: data.map(({ id, contact, their_name, their_address, subject, excerpt, last_at }) => ({
        id: String(id),
        title: contact?.name || their_name || their_address,
        text: subject || excerpt,
        at: last_at,
        overdue: false,
        href: '/replies',
        search: { ...search, id },
      })),
      list: { to: '/replies', search },
    };
  },
});

import { cardRows, dashboardCard } from '#kernel/dashboard.ts';
import { listTasks } from './tasks.lists.ts';

const verbs = { call: 'Call', text: 'Text', email: 'E-mail', meet: 'Meet', other: 'Follow up with' };

export const taskCard = dashboardCard({
  name: 'tasks',
  title: 'Follow-ups due',
  place: 10,
  permission: 'contacts.read',
  empty: { text: 'Nothing is due today.', link: { label: 'See all tasks', to: '/tasks', permission: 'contacts.read' } },
  events: ['tasks.changed', 'contacts.changed'],
  async load(tx, { team }) {
    const of = team ? 'team' : 'me';
    const { data, meta } = await listTasks(tx, { tab: 'due', of, page: 1, limit: cardRows });
    return {
      count: meta.total_count,
      capped: meta.total_capped,
      rows: data.map(({ id, kind, contact, note, due_at }) => ({
        id: String(id),
        title: `${verbs[kind]} ${contact.name || 'a contact without a name'}`,
        text: note,
        at: due_at,
        overdue: Date.parse(due_at) < tx.clock().getTime(),
        href: `/contacts/${contact.id}`,
      })),
      list: { to: '/tasks', search: team ? { of } : {} },
    };
  },
});

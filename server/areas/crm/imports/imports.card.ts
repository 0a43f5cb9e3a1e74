import { cardRows, dashboardCard } from '#kernel/dashboard.ts';
import { listAttempts } from './imports.queries.ts';

export const importCard = dashboardCard({
  name: 'imports',
  title: 'Running imports',
  place: 50,
  permission: 'contacts.import',
  empty: { text: 'No import is running.', link: { label: 'Import contacts', to: '/imports/new', permission: 'contacts.import' } },
  events: ['contacts.changed'],
  async load(tx, { team }) {
    const of = team ? 'team' : 'me';
    const { data, meta } = await listAttempts(tx, {
      tab: 'processing',
      of,
      page: 1,
      limit: cardRows,
      filter_by: '',
      filter_value: '',
    });
    return {
      count: meta.total_count,
      capped: false,
      rows: data.map(({ id, file_name, created_at }) => ({
        id: String(id),
        title: file_name,
        text: '',
        at: created_at,
        overdue: false,
        href: `/imports/${id}`,
      })),
      list: { to: '/imports', search: { tab: 'processing', ...(!team && { of }) } },
    };
  },
});

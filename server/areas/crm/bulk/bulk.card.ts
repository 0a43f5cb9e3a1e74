import { cardRows, dashboardCard } from '#kernel/dashboard.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { listBulkActions } from './bulk.service.ts';

/** The latest bulk actions: running ones are among the first. */
export const bulkCard = (operations: Operation[]) =>
  dashboardCard({
    name: 'bulk',
    title: 'Latest bulk actions',
    place: 60,
    permission: 'contacts.bulk',
    empty: { text: 'No bulk action has run yet.' },
    events: ['bulk.progress', 'contacts.changed'],
    async load(tx, { team }) {
      const of = team ? 'team' : 'me';
      const { data } = await listBulkActions(tx, operations, { limit: cardRows, of });
      return {
        count: null,
        capped: false,
        rows: data.map(({ id, labels, status, total, created_at }) => {
          const isRunning = status === 'queued' || status === 'processing';
          const count = total === null ? 'contacts' : `${total.toLocaleString('en-US')} ${total === 1 ? 'contact' : 'contacts'}`;
          return {
            id: String(id),
            title: `${isRunning || status === 'failed' ? labels.doing : labels.done} ${count}`,
            text: isRunning ? 'Running' : status === 'complete' ? '' : status === 'failed' ? 'Failed' : 'Stopped',
            at: created_at,
            overdue: false,
            href: '/bulk-actions',
          };
        }),
        list: { to: '/bulk-actions', search: team ? {} : { of } },
      };
    },
  });

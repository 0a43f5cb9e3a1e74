// Mailings that need a look: they run, wait for their hour, were paused, or failed in the last week.
import { sql } from 'kysely';
import type { SendStatus } from '#contract/sendLists.ts';
import { cardRows, dashboardCard } from '#kernel/dashboard.ts';
import { visibleSends } from './sends.lists.ts';

const words: Partial<Record<SendStatus, string>> = {
  scheduled: 'Planned',
  preparing: 'Preparing',
  sending: 'Sending',
  paused: 'Paused',
};

export const sendCard = dashboardCard({
  name: 'sends',
  title: 'Mailings',
  place: 55,
  permission: 'messages.group',
  empty: {
    text: 'No mailing runs or is planned.',
    link: { label: 'See all mailings', to: '/mailings', permission: 'messages.send' },
  },
  events: ['send.changed', 'send.failed'],
  async load(tx, { team }) {
    const whose = team ? await visibleSends(tx) : sql<boolean>`s.asked_by = ${tx.actor.userId}`;
    const weekAgo = new Date(tx.clock().getTime() - 7 * 86_400_000);
    const { rows } = await sql<{ id: number; subject: string; status: SendStatus; failure: string | null; at: string }>`
      select s.id, s.subject, s.status, s.failure, coalesce(s.send_at, s.created_at) as at from sends s
      where s.company_id = ${tx.companyId} and ${whose} and s.kind <> 'single'
        and (s.status in ('scheduled', 'preparing', 'sending', 'paused') or s.status = 'failed' and s.finished_at > ${weekAgo})
      order by s.created_at desc, s.id desc limit ${cardRows}`.execute(tx.db);
    return {
      count: null,
      capped: false,
      rows: rows.map(({ id, subject, status, failure, at }) => ({
        id: String(id),
        title: subject,
        text: words[status] ?? `Failed: ${failure ?? ''}`,
        at,
        overdue: status === 'failed',
        href: `/mailings/${id}`,
      })),
      list: { to: '/mailings', search: {} },
    };
  },
});

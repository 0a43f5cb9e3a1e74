// Scheduled work: periods that begin, subscriptions that end, and invoices whose card is tried.
import { sql } from 'kysely';
import { isAny } from '#kernel/db/sql.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { endNow } from './subscriptions.end.ts';
import { openPeriod } from './subscriptions.invoices.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { selectSubscriptions } from './subscriptions.queries.ts';

export const periodPump: Pump = {
  name: 'subscriptions.periods',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from subscriptions where state = 'active' and due_at <= ${now} group by company_id limit ${limit}`.execute(
      db,
    );
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    const { rows } = await sql<{ id: number }>`
      select s.id from subscriptions s
      where s.company_id = ${tx.companyId} and s.state = 'active' and s.due_at <= ${tx.clock()}
      order by s.due_at limit ${limit} for update skip locked`.execute(tx.db);
    const locked = await selectSubscriptions(
      tx,
      isAny(
        's.id',
        rows.map(({ id }) => id),
      ),
    );
    for (const of of locked) {
      if (of.cancel_at_end || (of.origin === 'granted' && (await isOver(of.granted_until, of.zone)))) await endNow(tx, of);
      else {
        const invoice = await openPeriod(tx, of);
        if (invoice !== null) tx.enqueue(subscriptionJobs.collect, { id: invoice }, { key: `invoice:${invoice}` });
      }
    }
    return rows.length;

    async function isOver(until: string | null, zone: string): Promise<boolean> {
      const { rows: days } = await sql<{ over: boolean }>`
        select (${tx.clock()}::timestamptz at time zone ${zone}::text)::date > ${until}::date as over`.execute(tx.db);
      return days[0]?.over ?? true;
    }
  },
};

export const invoicePump: Pump = {
  name: 'subscriptions.invoices',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from invoices where state = 'open' and due_at <= ${now} group by company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    // Looked at again in an hour, should the job be lost.
    const { rows } = await sql<{ id: number }>`
      update invoices set due_at = ${new Date(tx.clock().getTime() + 3_600_000)}
      where company_id = ${tx.companyId} and id in (
        select i.id from invoices i where i.company_id = ${tx.companyId} and i.state = 'open' and i.due_at <= ${tx.clock()}
        order by i.due_at limit ${limit} for update skip locked)
      returning id`.execute(tx.db);
    for (const { id } of rows) tx.enqueue(subscriptionJobs.collect, { id }, { key: `invoice:${id}` });
    return rows.length;
  },
};

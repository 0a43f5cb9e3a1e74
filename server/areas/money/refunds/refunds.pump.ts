// Refunds whose answer is not known: a process died, or the processor did not answer.
import { sql } from 'kysely';
import type { Pump } from '#kernel/jobs/pump.ts';
import { refundJobs } from './refunds.jobs.ts';

const againMs = 300_000;

export const refundPump: Pump = {
  name: 'refunds.pending',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from refunds where state = 'pending' and due_at <= ${now} group by company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    const { rows } = await sql<{ id: number }>`
      update refunds set due_at = ${new Date(tx.clock().getTime() + againMs)}
      where company_id = ${tx.companyId} and id in (
        select r.id from refunds r where r.company_id = ${tx.companyId} and r.state = 'pending' and r.due_at <= ${tx.clock()}
        order by r.due_at limit ${limit} for update skip locked)
      returning id`.execute(tx.db);
    for (const { id } of rows) tx.enqueue(refundJobs.finish, { id }, { key: `refund:${id}` });
    return rows.length;
  },
};

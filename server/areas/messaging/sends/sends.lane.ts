// The lease of a company's lane: only one worker at a time sends for a company. The pump looks for messages that are due.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { sendJobs } from './sends.jobs.ts';

/** Milliseconds. A batch takes less; a worker that died is replaced after it. */
export const leaseMs = 120_000;

export const sendPump: Pump = {
  name: 'sends.due',
  async listDue(db, now, limit) {
    const lost = new Date(now.getTime() - leaseMs);
    const { rows } = await sql<{ company_id: number }>`
      select s.company_id from sends s
      where s.queued > 0
        and (exists (select from messages m where m.company_id = s.company_id and m.send_id = s.id and m.state = 'sending' and m.claimed_at <= ${lost})
          or s.status in ('preparing', 'sending')
            and exists (select from users u where u.company_id = s.company_id and u.id = s.asked_by and u.active) and exists (
            select from messages m where m.company_id = s.company_id and m.send_id = s.id and m.state = 'queued' and m.due_at <= ${now}))
        and not exists (select from companies q where q.company_id = s.company_id and (q.quiet_since is not null or q.held_since is not null))
        and not exists (select from lanes l where l.company_id = s.company_id and l.channel = 'email' and l.leased_until > ${now})
      group by s.company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx) {
    const lease = await takeLease(tx);
    if (lease) tx.enqueue(sendJobs.deliver, { lease });
    return 0; // the job works; the pump looks again
  },
};

/** Null while another worker has it. */
async function takeLease(tx: Tx): Promise<string | null> {
  const [now, lease] = [tx.clock(), randomUUID()];
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await sql`
    insert into lanes (company_id, channel, leased_until, lease) values (${tx.companyId}, 'email', ${until}, ${lease})
    on conflict (company_id, channel) do update set leased_until = excluded.leased_until, lease = excluded.lease
      where lanes.leased_until <= ${now} returning lease`.execute(tx.db);
  return rows.length > 0 ? lease : null;
}

/** Nothing is claimed until the transaction ends. */
export const lockLane = (tx: Tx) =>
  sql`select from lanes where company_id = ${tx.companyId} and channel = 'email' for update`.execute(tx.db);

/** False where another worker has the lease by now. */
export async function holdLease(tx: Tx, lease: string): Promise<boolean> {
  const { rows } = await sql`
    update lanes set leased_until = ${new Date(tx.clock().getTime() + leaseMs)}
    where company_id = ${tx.companyId} and channel = 'email' and lease = ${lease} returning lease`.execute(tx.db);
  return rows.length > 0;
}

export const endLease = (tx: Tx, lease: string) =>
  sql`update lanes set leased_until = ${tx.clock()} where company_id = ${tx.companyId} and channel = 'email' and lease = ${lease}`.execute(
    tx.db,
  );

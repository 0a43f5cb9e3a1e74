// The leases of a company's lanes, one a channel: only one worker at a time sends through each. The pump looks
// for messages that are due and asks for a worker; the lease begins when the job does, so a job that waits long
// in the queue has lost nothing.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SendChannel } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { Job } from '#kernel/jobs/job.ts';
import type { Pump } from '#kernel/jobs/pump.ts';

/** Milliseconds. A batch takes less; a worker that died is replaced after it. */
export const leaseMs = 120_000;
/** Milliseconds until the pump asks again for a worker that never came. */
const askedMs = 300_000;

export interface SendLane {
  channel: SendChannel;
  /** The name of its pump. */
  pump: string;
  /** Sends what is due. */
  job: Job;
  /** One job waits in a company. */
  key: string;
}

export const pumpOf = (lane: SendLane): Pump => ({
  name: lane.pump,
  /** The companies that waited longest come first. */
  async listDue(db, now, limit) {
    const lost = new Date(now.getTime() - leaseMs);
    const { rows } = await sql<{ company_id: number }>`
      select s.company_id from sends s
      left join lanes l on l.company_id = s.company_id and l.channel = ${lane.channel}
      where s.queued > 0 and s.channel = ${lane.channel}
        and coalesce(l.leased_until <= ${now}, true) and coalesce(l.asked_until <= ${now}, true)
        and (exists (select from messages m where m.company_id = s.company_id and m.send_id = s.id and m.state = 'sending' and m.claimed_at <= ${lost})
          or s.status in ('preparing', 'sending')
            and exists (select from users u where u.company_id = s.company_id and u.id = s.asked_by and u.active) and exists (
            select from messages m where m.company_id = s.company_id and m.send_id = s.id and m.state = 'queued' and m.due_at <= ${now}))
        and not exists (select from companies q where q.company_id = s.company_id and (q.quiet_since is not null or q.held_since is not null))
      group by s.company_id, l.leased_until order by l.leased_until nulls first, s.company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx) {
    const [now, until] = [tx.clock(), new Date(tx.clock().getTime() + askedMs)];
    const { rows } = await sql`
      insert into lanes (company_id, channel, leased_until, lease, asked_until)
      values (${tx.companyId}, ${lane.channel}, ${now}, ${randomUUID()}, ${until})
      on conflict (company_id, channel) do update set asked_until = excluded.asked_until
        where lanes.leased_until <= ${now} and coalesce(lanes.asked_until <= ${now}, true) returning lease`.execute(tx.db);
    if (rows.length > 0) askForWorker(tx, lane);
    return 0; // the job works; the pump looks again
  },
});

const askForWorker = (tx: Tx, { job, key }: SendLane) => tx.enqueue(job, {}, { key });

/** Null while another worker has it. */
export async function takeLease(tx: Tx, channel: SendChannel): Promise<string | null> {
  const [now, lease] = [tx.clock(), randomUUID()];
  const { rows } = await sql`
    update lanes set lease = ${lease}, leased_until = ${new Date(now.getTime() + leaseMs)}, asked_until = null
    where company_id = ${tx.companyId} and channel = ${channel} and leased_until <= ${now} returning lease`.execute(tx.db);
  return rows.length > 0 ? lease : null;
}

/** Nothing is claimed until the transaction ends. */
export const lockLanes = (tx: Tx) =>
  sql`select from lanes where company_id = ${tx.companyId} order by channel for update`.execute(tx.db);

/** False where another worker has the lease by now. */
export async function holdLease(tx: Tx, channel: SendChannel, lease: string): Promise<boolean> {
  const { rows } = await sql`
    update lanes set leased_until = ${new Date(tx.clock().getTime() + leaseMs)}
    where company_id = ${tx.companyId} and channel = ${channel} and lease = ${lease} returning lease`.execute(tx.db);
  return rows.length > 0;
}

/** `more`: the slice of time ended before the work did, so it goes on behind the other companies. */
export async function endLease(tx: Tx, lane: SendLane, lease: string, more: boolean): Promise<void> {
  const now = tx.clock();
  const asked = more ? new Date(now.getTime() + askedMs) : null;
  const { rows } = await sql`
    update lanes set leased_until = ${now}, asked_until = ${asked}
    where company_id = ${tx.companyId} and channel = ${lane.channel} and lease = ${lease} returning lease`.execute(tx.db);
  if (more && rows.length > 0) askForWorker(tx, lane);
}

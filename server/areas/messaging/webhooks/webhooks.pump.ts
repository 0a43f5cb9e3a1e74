// A net under the job that takes calls together: calls that wait for long, as their job was lost, get one again.
import { sql } from 'kysely';
import type { Pump } from '#kernel/jobs/pump.ts';
import { carrierKind } from './webhooks.calls.ts';
import { webhookJobs } from './webhooks.jobs.ts';

const patienceMs = 60_000;

export const forgottenCallPump: Pump = {
  name: 'webhooks.forgotten',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from hook_calls
      where state = 'waiting' and kind = ${carrierKind} and received_at <= ${new Date(now.getTime() - patienceMs)}
      group by company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx) {
    tx.enqueue(webhookJobs.take, { kind: carrierKind }, { key: carrierKind });
    return 0; // the job works; the pump looks again
  },
};

// Calls whose gateway died end: nobody else would say so, and their minutes would stay taken.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { endCall } from './calls.end.ts';
import { lockConference } from './calls.queries.ts';
import { endWaitOf } from './calls.queue.ts';

/** In the place of a gateway: calls over a carrier are in no process of ours. */
export const atCarrier = 'twilio';

/** A gateway gives a sign every five seconds. */
const silentMs = 15_000;

export const lostCallPump: Pump = {
  name: 'calls.lost',
  async listDue(db, now, limit) {
    const { alive } = await listGateways(db, now);
    const { rows } = await sql<{ company_id: number }>`
      select company_id from calls where state <> 'ended' and ${isLost(alive, now)} group by company_id
      union select company_id from waiting_calls where ended_at is null and ${isLost(alive, now)} group by company_id
      limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    const now = tx.clock();
    const { alive, heardAt } = await listGateways(tx.db, now);
    const { rows } = await sql<{ sid: string; gateway: string }>`
      select sid, gateway from calls where company_id = ${tx.companyId} and state <> 'ended' and ${isLost(alive, now)}
      order by id limit ${limit}`.execute(tx.db);
    for (const { sid, gateway } of rows) await endLost(tx, sid, heardAt.get(gateway) ?? null);
    return rows.length + (await endLostWaits(tx, limit - rows.length, alive));
  },
};

/** A call that has just begun may know its gateway before its first sign. */
const isLost = (alive: readonly string[], now: Date) => sql<boolean>`
  gateway <> all(${alive}::text[]) and started_at < ${silentSince(now)}::timestamptz`;
const silentSince = (now: Date) => new Date(now.getTime() - silentMs);

/** A few. */
async function listGateways(db: Db, now: Date) {
  const { rows } = await sql<{ process: string; at: string }>`select process, at from voice_gateways limit 1000`.execute(db);
  const here = rows.filter(({ at }) => Date.parse(at) >= silentSince(now).getTime()).map(({ process }) => process);
  const alive = [...here, atCarrier]; // the area carrierCalls looks after those
  return { alive, heardAt: new Map(rows.map(({ process, at }) => [process, at])) };
}

async function endLost(tx: Tx, sid: string, heardAt: string | null): Promise<void> {
  const conference = await lockConference(tx, sid);
  const { started_at, answered_at } = conference.mine;
  const at = new Date(Math.max(Date.parse(heardAt ?? started_at), Date.parse(answered_at ?? started_at)));
  await endCall(tx, conference, { outcome: 'failed', at });
}

/** After the calls that rang for them. */
async function endLostWaits(tx: Tx, limit: number, alive: readonly string[]): Promise<number> {
  const { rows } = await sql<{ sid: string }>`
    select sid from waiting_calls where company_id = ${tx.companyId} and ended_at is null and ${isLost(alive, tx.clock())}
    order by id limit ${limit}`.execute(tx.db);
  for (const { sid } of rows) await endWaitOf(tx, sid, 'failed');
  return rows.length;
}

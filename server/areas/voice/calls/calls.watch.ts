// Leaders take part in calls of their people: they listen, speak to the agent alone, or to both sides. Each
// time stands in the audit log.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { WatchMode } from '#contract/callLists.ts';
import { errorCodes } from '#contract/kit/errors.ts';
import { audit } from '#kernel/audit.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { isOnCall, ofPeople } from './calls.queries.ts';
import { type Refused, refuse } from './calls.refused.ts';
import { tellCentre } from './calls.tell.ts';

export interface WatchAsked {
  /** Of the leader's phone. */
  sid: string;
  /** The call's, as the agent's phone has it. */
  of: string;
  mode: WatchMode;
}

/** Codes of the phone service's catalogue. */
const declined = 31002;
const notFound = 31404;
const busy = 31486;

export const watchCall = (ctx: WorkCtx, { sid, of, mode }: WatchAsked): Promise<Refused | { callId: number }> =>
  inTenant(ctx, async (tx) => {
    const { actor } = tx;
    if (!actor.has('calls.watch') || !actor.mayUse('call_centre')) return refuse(declined, errorCodes.feature_off.text);
    await sql`select from users where company_id = ${tx.companyId} and id = ${actor.userId} for no key update`.execute(tx.db);
    if (await isOnCall(tx, actor.userId)) return refuse(busy, 'A Call is already active');
    const call = await findWatchable(tx, of);
    if (!call) return refuse(notFound, 'This call is over, or not one of your people’s');
    await tx.db
      .insertInto('call_watchers')
      .values({ company_id: tx.companyId, sid, call_id: call.id, user_id: actor.userId, mode, started_at: tx.clock() })
      .execute();
    await tellWatched(tx, { ...call, mode });
    return { callId: call.id };
  });

/** Runs, and is another's in reach. It stays so until the transaction ends. */
async function findWatchable(tx: Tx, sid: string): Promise<{ id: number; agent: number } | null> {
  const { userId } = tx.actor;
  const { rows } = await sql<{ id: number; agent: number }>`
    select k.id, k.user_id as agent from calls k
    where k.company_id = ${tx.companyId} and k.sid = ${sid} and k.state = 'active' and k.consulted_for is null
      and k.user_id <> ${userId} and ${ofPeople(await reachOfActor(tx), userId)} for no key update`.execute(tx.db);
  return rows[0] ?? null;
}

async function tellWatched(tx: Tx, { id, agent, mode }: { id: number; agent: number; mode: WatchMode }): Promise<void> {
  await audit(tx, { action: 'calls.watched', of: { type: 'user', id: agent }, after: { call: id, mode } });
  await tellCentre(tx, [agent, tx.actor.userId]);
}

/** False: it is over. */
export const changeWatch = (ctx: WorkCtx, sid: string, mode: WatchMode): Promise<boolean> =>
  inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ id: number; agent: number }>`
      update call_watchers w set mode = ${mode} from calls k
      where w.company_id = ${tx.companyId} and w.sid = ${sid} and w.ended_at is null and w.mode <> ${mode}
        and k.company_id = ${tx.companyId} and k.id = w.call_id returning k.id, k.user_id as agent`.execute(tx.db);
    if (rows[0]) await tellWatched(tx, { ...rows[0], mode });
    return rows[0] !== undefined || (await isOpen(tx, sid));
  });

async function isOpen(tx: Tx, sid: string): Promise<boolean> {
  const { rows } = await sql`
    select from call_watchers w where w.company_id = ${tx.companyId} and w.sid = ${sid} and w.ended_at is null`.execute(tx.db);
  return rows.length > 0;
}

export const watchEnded = (ctx: WorkCtx, sid: string): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ user_id: number; agent: number }>`
      update call_watchers w set ended_at = ${tx.clock()}::timestamptz from calls k
      where w.company_id = ${tx.companyId} and w.sid = ${sid} and w.ended_at is null
        and k.company_id = ${tx.companyId} and k.id = w.call_id returning w.user_id, k.user_id as agent`.execute(tx.db);
    for (const { user_id, agent } of rows) await tellCentre(tx, [user_id, agent]);
  });

/** Ends the part of all watchers in a call that ends, whatever ended it. */
export async function endWatchers(tx: Tx, call: { id: number; user_id: number }, at = tx.clock()): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    update call_watchers w set ended_at = greatest(${at}::timestamptz, w.started_at)
    where w.company_id = ${tx.companyId} and w.call_id = ${call.id} and w.ended_at is null returning w.user_id`.execute(tx.db);
  if (rows.length > 0) await tellCentre(tx, [call.user_id, ...rows.map(({ user_id }) => user_id)]);
}

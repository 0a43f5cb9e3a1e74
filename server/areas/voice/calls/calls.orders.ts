// Orders of a user to their running call. The gateway obeys, and says what became of it (`setRecording`), before
// it answers.
import { sql } from 'kysely';
import type { Call } from '#contract/dialer.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { relaysFor } from '#kernel/voice/relays.ts';
import { type CallOrder, CallUnreachable, ColleagueAway } from '#kernel/voice/voice.ts';
import { phoneChanged } from './calls.phones.ts';
import { getCall, isOnCall } from './calls.queries.ts';
import { mustMayCall } from './calls.quota.ts';
import { isCallable } from './calls.rings.ts';

/** Seconds. */
const tokenLife = 3600;

export async function issueToken(ctx: Ctx) {
  const { platform, actor } = ctx;
  if (!platform.voice) throw fail('calls.not_configured');
  await inTenant(ctx, mustMayCall);
  const { companyId, userId, sessionId } = actor;
  const isNew = platform.voice.carrier && !(await platform.voice.listPhones(companyId)).has(userId);
  const { service } = platform.voice;
  const issued = await platform.voice.issueToken({ companyId, userId, sessionId }, tokenLife);
  // A gateway sees phones open; of a carrier's the token is the sign.
  if (isNew) await phoneChanged(ctx);
  const ice_servers = service === 'gateway' ? relaysFor(platform.config.voice, issued.identity, ctx.clock()) : [];
  return { ttl: tokenLife, service, ...issued, ice_servers };
}

export async function order(ctx: Ctx, sid: string, asked: CallOrder): Promise<Call> {
  const { platform, actor } = ctx;
  if (!platform.voice) throw fail('calls.not_configured');
  const id = await inTenant(ctx, async (tx) => {
    const running = await findRunning(tx, sid);
    if (asked.order === 'transfer' || asked.order === 'consult') await mustBeThere(tx, asked.userId);
    return running;
  });
  try {
    await platform.voice.order(actor.companyId, sid, asked);
  } catch (err) {
    if (err instanceof CallUnreachable) throw fail('calls.unreachable');
    throw err instanceof ColleagueAway ? fail('calls.colleague_away') : err;
  }
  return inTenant(ctx, (tx) => getCall(tx, id));
}

/** The user's own; another's does not exist. */
async function findRunning(tx: Tx, sid: string): Promise<number> {
  const { rows } = await sql<{ id: number; state: string }>`
    select k.id, k.state from calls k where k.company_id = ${tx.companyId} and k.sid = ${sid} and k.user_id = ${tx.actor.userId}`.execute(
    tx.db,
  );
  if (!rows[0]) throw fail('not_found');
  if (rows[0].state !== 'active') throw fail('calls.ended');
  return rows[0].id;
}

async function mustBeThere(tx: Tx, userId: number): Promise<void> {
  if (userId === tx.actor.userId || !(await isCallable(tx, userId))) throw wrong('user_id', 'Choose a colleague with a phone');
  if (await isOnCall(tx, userId)) throw fail('calls.colleague_away');
}

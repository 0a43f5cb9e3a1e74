// Orders to a running call at the carrier, as the gateway obeys them for its own.
import { sql } from 'kysely';
import { askColleague, changeWatch, ringColleague } from '#areas/voice/calls/calls.service.ts';
import { inTenant, type Platform, type WorkCtx } from '#kernel/context.ts';
import { legEnded } from '#kernel/voice/callMoves.ts';
import { mustAllow, obey } from '#kernel/voice/callOrders.ts';
import { type Act, type CallLeg, type CallState, change, legOf } from '#kernel/voice/callState.ts';
import { type CallOrder, CallUnreachable, ColleagueAway } from '#kernel/voice/voice.ts';
import { ringAll, ringLeg } from './carrierCalls.begin.ts';
import { contextOf, contextOfUser, move } from './carrierCalls.perform.ts';
import { type CarrierCall, findBySid, insertLegs, lockCarrierCall } from './carrierCalls.queries.ts';
import { isMutedIn } from './carrierCalls.words.ts';

export async function obeyOrder(platform: Platform, companyId: number, sid: string, order: CallOrder): Promise<void> {
  const system = contextOf(platform, companyId);
  const found = await inTenant(system, async (tx) => {
    const place = await findBySid(tx, sid);
    const call = place && (await lockCarrierCall(tx, place.conference));
    const mine = call?.legs.find(({ label }) => label === place?.label);
    return call && mine ? { call, mine } : null;
  });
  if (!found || found.call.state === 'ended' || found.mine.state === 'ended') throw new CallUnreachable();
  const { call, mine } = found;
  const ctx = await contextOfUser(platform, companyId, mine.user_id ?? 0);
  if (order.order === 'watch') return watch(ctx, call, mine, order);
  mustAllow(call, mine, order);
  if (order.order === 'transfer' || order.order === 'consult') return bringIn(ctx, call, mine, order);
  return moveMine(ctx, call, mine, (one, own) => obey(one, own, order));
}

/** Rejects with CallUnreachable where the call ended meanwhile. */
async function moveMine(
  ctx: WorkCtx,
  { conference }: CarrierCall,
  { label }: CallLeg,
  next: (call: CallState, mine: CallLeg) => Act[],
): Promise<void> {
  let isThere = false;
  await move(ctx, conference, (call) => {
    const mine = legOf(call, label);
    isThere = call.state !== 'ended' && mine !== undefined && mine.state !== 'ended';
    return isThere && mine ? next(call, mine) : [];
  });
  if (!isThere) throw new CallUnreachable();
}

// ── passing on ──────────────────────────────────────────────────────────────

const hasPhone = async ({ platform, actor }: WorkCtx, userId: number): Promise<boolean> =>
  (await platform.voice?.listPhones(actor.companyId))?.has(userId) ?? false;

/** The colleague's leg is in the call before its phone rings, so that what the carrier says of it finds it. */
async function bringIn(
  ctx: WorkCtx,
  call: CarrierCall,
  mine: CallLeg,
  order: Extract<CallOrder, { order: 'transfer' | 'consult' }>,
): Promise<void> {
  const book = order.order === 'transfer' ? ringColleague : askColleague;
  const ring = mine.sid !== null && (await hasPhone(ctx, order.userId)) ? await book(ctx, mine.sid, order.userId) : null;
  if (!ring) throw new ColleagueAway();
  const leg: CallLeg = { ...ringLeg(ring), part: order.order === 'transfer' ? 'called' : 'asked' };
  await inTenant(ctx, (tx) => insertLegs(tx, call.conference, [leg]));
  try {
    await moveMine(ctx, call, mine, (one, own) => obey(one, own, order));
  } catch (err) {
    await move(ctx, call.conference, (one) => legEnded(one, leg.label, 'gone')); // another order was first
    throw err;
  }
  await ringAll(ctx, call, [ring], { to: call.line });
}

// ── taking part ─────────────────────────────────────────────────────────────

async function watch(
  ctx: WorkCtx,
  call: CarrierCall,
  mine: CallLeg,
  { mode }: Extract<CallOrder, { order: 'watch' }>,
): Promise<void> {
  if (call.state !== 'talking' || mine.part !== 'watcher' || mine.sid === null || !(await changeWatch(ctx, mine.sid, mode)))
    throw new CallUnreachable();
  const agent = await watchedBy(ctx, call, mine.sid);
  const coaches = mode === 'whisper' ? agent : null;
  await moveMine(ctx, call, mine, (_, own) => change(own, { isMuted: isMutedIn(mode), coaches }));
}

/** The carrier's name of the phone of the watched user. */
async function watchedBy(ctx: WorkCtx, { legs }: CarrierCall, sid: string): Promise<string | null> {
  const watched = await findWatched(ctx, sid);
  return legs.find((leg) => leg.sid === watched)?.carrier_sid ?? null;
}

const findWatched = (ctx: WorkCtx, sid: string): Promise<string | null> =>
  inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ sid: string }>`
      select k.sid from call_watchers w join calls k on k.company_id = ${tx.companyId} and k.id = w.call_id
      where w.company_id = ${tx.companyId} and w.sid = ${sid}`.execute(tx.db);
    return rows[0]?.sid ?? null;
  });

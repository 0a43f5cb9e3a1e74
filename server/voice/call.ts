// The course of a call of our own: its phones ring, answer and leave, and users give orders.
import type { WatchMode } from '#contract/callLists.ts';
import { legAnswered, legEnded, legRings, offer as offerTo, takeMessage as takeMessageFor } from '#kernel/voice/callMoves.ts';
import { mustAllow, type Order, obey } from '#kernel/voice/callOrders.ts';
import { type CallLeg, isTalker, legOf } from '#kernel/voice/callState.ts';
import { type CallOrder, CallUnreachable } from '#kernel/voice/voice.ts';
import type { Ring } from './book.ts';
import { type Call, fail, left, move, newCall, ringFor } from './call.acts.ts';
import type { CallParts, Queued, Terms, Wanted } from './call.parts.ts';
import type { Device } from './devices.ts';
import { voiceErrors } from './frames.ts';
import { type Leg, sayAnswer, sayCancel, sayRinging } from './legs.ts';

export { type Call, end } from './call.acts.ts';

export function createCall(parts: CallParts, terms: Terms, caller: Leg): Call {
  const call = newCall(parts, terms, caller);
  call.room.open(caller);
  return call;
}

// ── phones that ring ────────────────────────────────────────────────────────

const legFor = (sid: string, ring: Ring | null, part: CallLeg['part'], state: CallLeg['state'] = 'ringing'): CallLeg => {
  return { label: sid, carrier_sid: sid, user_id: ring?.userId ?? null, part, state, sid: ring && sid };
};

/** Adds the called phones to the call, and rings them. */
export async function ring(call: Call, wanted: readonly Wanted[]): Promise<void> {
  move(call, ({ legs }) => {
    legs.push(...wanted.map(({ sid, ring }) => legFor(sid, ring, 'called')));
    return [];
  });
  await ringAll(call, wanted, call.parts.pace.ring);
}

/** Says so to the one who waits. The last that cannot be reached says how the call ends. */
async function ringAll(call: Call, wanted: readonly Wanted[], ms: number): Promise<void> {
  const { state, rings, room } = call;
  const found = await Promise.all(wanted.map((one) => rings.ring(one)));
  const isRinging = (sid: string) => legOf(state, sid)?.state === 'ringing';
  if (state.state === 'ringing' && (found.includes('rings') || state.takes_messages)) {
    for (const phone of room.talkers()) if (!phone.wasAnswered) sayRinging(phone);
    room.rings();
  }
  for (const what of ['none', 'busy'] as const)
    for (const [place, { sid }] of wanted.entries())
      if (found[place] === what && isRinging(sid)) move(call, (one) => legEnded(one, sid, what === 'busy' ? 'busy' : 'failed'));
  const sids = wanted.map(({ sid }) => sid);
  if (sids.some(isRinging)) ringFor(call, sids, ms);
}

/** A phone that opens while the call rings joins in. */
export async function join(call: Call, device: Device): Promise<void> {
  const { state, rings } = call;
  for (const sid of rings.sidsFor(device)) {
    move(call, (one) => legRings(one, sid));
    if (legOf(state, sid)?.state === 'ringing') await rings.ringAt(sid, device);
  }
}

/** A phone that rings takes the call: the first one. */
export async function answer(call: Call, leg: Leg, sdp: string): Promise<void> {
  const { state, rings, room, written } = call;
  const { sid } = leg;
  if (legOf(state, sid)?.state !== 'ringing' || !rings.take(leg)) return sayCancel(leg);
  const isAsked = legOf(state, sid)?.part === 'asked';
  const side = room.sideFor(sid);
  const accepted = leg.media.accept(sdp);
  written.know(sid, leg.ctx);
  room.comesIn(leg, accepted);
  move(call, (one) => legAnswered(one, sid));
  try {
    await accepted;
  } catch (err) {
    return isAsked ? lost(call, leg) : fail(call, err);
  }
  if (room.has(leg)) room.seat(leg, side, (one) => lost(call, one));
}

/** Its sound is gone for good. */
function lost(call: Call, leg: Leg): void {
  if (call.room.has(leg)) left(call, leg, 'failed', voiceErrors.mediaLost);
}

export function reject(call: Call, leg: Leg): void {
  if (!call.rings.has(leg)) return;
  call.rings.stop(leg.sid, leg);
  move(call, (state) => legEnded(state, leg.sid, 'declined'));
}

/** By its user, or because its phone did not come back. */
export function hangUp(call: Call, leg: Leg): void {
  if (call.room.has(leg)) left(call, leg, 'gone');
  else reject(call, leg);
}

// ── orders ──────────────────────────────────────────────────────────────────

/** Throws CallUnreachable where it makes no sense now. */
export async function order(call: Call, leg: Leg, wanted: Order): Promise<void> {
  const mine = mustFind(call, leg);
  move(call, (state) => obey(state, mine, wanted));
  if (['record', 'pause', 'complete'].includes(wanted.order)) await call.written.reports.idle();
}

function mustFind({ state }: Call, { sid }: Leg): CallLeg {
  const mine = legOf(state, sid);
  if (!mine) throw new CallUnreachable();
  return mine;
}

/** Throws as `order` does. */
export const mustTake = (call: Call, leg: Leg, wanted: Order): void => mustAllow(call.state, mustFind(call, leg), wanted);

/** A colleague is rung: to have the call, or to be asked while the other side waits. */
export async function bringIn(
  call: Call,
  leg: Leg,
  { ring, identity }: { ring: Ring; identity: string },
  wanted: Extract<CallOrder, { order: 'transfer' | 'consult' }>,
): Promise<void> {
  mustTake(call, leg, wanted);
  const isTransfer = wanted.order === 'transfer';
  const { sid, from, userId } = ring;
  move(call, (state) => {
    state.legs.push(legFor(sid, ring, isTransfer ? 'called' : 'asked'));
    return obey(state, mustFind(call, leg), wanted);
  });
  const to = isTransfer ? call.terms.to : `user:${userId}`;
  const rung = ringAll(call, [{ identity, ring, sid, from, to }], call.parts.pace.ring);
  await Promise.all([rung, isTransfer ? null : call.written.reports.idle()]);
}

// ── leaders who take part ───────────────────────────────────────────────────

/** For the user of `of`. False: that call is over. */
export function watch(call: Call, leg: Leg, of: Leg, mode: WatchMode): boolean {
  const { room, state, written } = call;
  const { sid, ctx } = leg;
  const { seat } = of;
  if (state.state === 'ended' || !isSide(call, of) || !seat || !ctx) return false;
  call.parts.added(leg);
  written.know(sid, ctx);
  const own = { label: sid, carrier_sid: sid, user_id: ctx.actor.userId, sid, watches: of.sid };
  state.legs.push({ ...own, part: 'watcher', state: 'talking' });
  room.watches(leg, mode, seat.side);
  leg.media.onFailed(() => lost(call, leg));
  return true;
}

export async function changeWatch(call: Call, leg: Leg, mode: WatchMode): Promise<void> {
  const { room, parts } = call;
  if (!room.isWatched(leg) || !leg.ctx || !(await parts.book.changeWatch(leg.ctx, leg.sid, mode))) throw new CallUnreachable();
  room.changeWatch(leg, mode);
}

// ── the queue ───────────────────────────────────────────────────────────────

/** Nobody is free: music, until a phone is offered the call. */
export function queue(call: Call, until: Date, by: Queued): void {
  call.queued = by;
  move(call, (state) => {
    Object.assign(state, { state: 'waiting', wait_until: until.toISOString() });
    return [];
  });
  call.caller.wasAnswered = true;
  sayAnswer(call.caller);
}

/** False: they did not take it, and the caller goes on waiting. */
export async function offer(call: Call, wanted: Wanted): Promise<boolean> {
  const { state, written, parts } = call;
  const { sid, ring } = wanted;
  if (state.state !== 'waiting') {
    written.tell({ act: 'ended', sid, outcome: 'missed' });
    return true;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  move(call, (one) => {
    offerTo(one, legFor(sid, ring, 'called'));
    return [];
  });
  call.offered = resolve;
  await ringAll(call, [wanted], parts.pace.offer);
  return promise;
}

/** For the user of this call. */
export function takeMessage(call: Call, of: Ring): void {
  move(call, (state) => {
    state.legs.push(legFor(of.sid, of, 'called', 'silent'));
    return takeMessageFor(state, of.sid);
  });
}

export const say = ({ room, caller }: Call, sound: Buffer) => room.say(caller, sound);

// ── how it stands ───────────────────────────────────────────────────────────

export const isTalking = ({ state }: Call) => state.state === 'talking' && state.asking === null;
export const isQueued = ({ state }: Call) => state.wait_until !== null;
export const hasEnded = ({ state }: Call) => state.state === 'ended';
/** One of the two who talk. */
export const isSide = ({ state }: Call, { sid }: Leg) => state.legs.some((leg) => leg.label === sid && isTalker(leg));

/** A ringing phone whose socket is gone: it may open again. True if it was one. */
export const lose = ({ rings }: Call, leg: Leg): boolean => rings.lose(leg);

/** Tells a phone that came back how the call stands. */
export const recall = (leg: Leg): void => (leg.wasAnswered ? sayAnswer(leg) : sayRinging(leg));

export function press(call: Call, leg: Leg, digits: string): void {
  if (call.queued && leg === call.caller) call.queued.pressed(digits);
  else if (isTalking(call) && isSide(call, leg)) call.room.press(leg, digits);
}

/** Its rows have ended. */
export const rowsEnded = ({ written }: Call): Promise<void> => written.reports.idle();

/** Its recording is stored as well. */
export async function settled(call: Call): Promise<void> {
  await call.message;
  await Promise.all([call.room.taping.stored(), call.written.reports.idle()]);
}

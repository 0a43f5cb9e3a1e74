// Orders to a running call at the carrier, as the gateway obeys them for its own.
import { sql } from 'kysely';
import { askColleague, changeWatch, type Ring, ringColleague } from '#areas/voice/calls/calls.service.ts';
import { inTenant, type Platform, type WorkCtx } from '#kernel/context.ts';
import { type CallOrder, CallUnreachable, ColleagueAway } from '#kernel/voice/voice.ts';
import { ringAll, ringLeg } from './carrierCalls.begin.ts';
import {
  type Act,
  ask,
  askedOf,
  change,
  changeRecording,
  endAsking,
  ended,
  endWatchers,
  farOf,
  finish,
  hangUp,
  hold,
  leave,
  passOn,
  startRecording,
  stopRecording,
} from './carrierCalls.move.ts';
import { contextOf, contextOfUser, move } from './carrierCalls.perform.ts';
import { type CarrierCall, findBySid, insertLegs, type Leg, lockCarrierCall } from './carrierCalls.queries.ts';
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
  if (order.order === 'hang_up') return moveMine(ctx, call, mine, (one) => finish(one, 'cancelled'));
  if (call.state !== 'talking') throw new CallUnreachable();
  if (order.order === 'transfer') return transfer(ctx, call, mine, order.userId);
  if (order.order === 'consult') return consult(ctx, call, mine, order.userId);
  if (order.order === 'watch') return watch(ctx, call, mine, order);
  return moveMine(ctx, call, mine, (one, own) => simple(one, own, order));
}

type Simple = Exclude<CallOrder, { order: 'hang_up' | 'transfer' | 'consult' | 'watch' }>;

function simple(call: CarrierCall, mine: Leg, order: Simple): Act[] {
  switch (order.order) {
    case 'announce':
      return [{ act: 'announce' }];
    case 'record':
      return record(call, mine);
    case 'pause':
      return pause(call, mine);
    case 'hold':
      return hold(call, mine, order.on ? 'hold' : null);
    case 'complete':
      return complete(call, mine);
    case 'take_back':
      return takeBack(call);
  }
}

/** Rejects with CallUnreachable where the call ended meanwhile. */
async function moveMine(
  ctx: WorkCtx,
  { conference }: CarrierCall,
  { label }: Leg,
  next: (call: CarrierCall, mine: Leg) => Act[],
): Promise<void> {
  let isThere = false;
  await move(ctx, conference, (call) => {
    const mine = call.legs.find((leg) => leg.label === label);
    isThere = call.state !== 'ended' && mine !== undefined && mine.state !== 'ended';
    return isThere && mine ? next(call, mine) : [];
  });
  if (!isThere) throw new CallUnreachable();
}

function record(call: CarrierCall, { sid }: Leg): Act[] {
  if (sid === null || call.recording === 'on' || call.recording === 'announcing') return [];
  if (call.recording_sid === null) return startRecording(call, sid);
  call.recording = 'on';
  return [...(call.held ? [] : changeRecording(call, 'running')), { act: 'told_recording', sid, state: 'on' }];
}

function pause(call: CarrierCall, { sid }: Leg): Act[] {
  if (sid === null || call.recording === 'off' || call.recording === 'paused') return [];
  call.recording = 'paused';
  return [...(call.held ? [] : changeRecording(call, 'paused')), { act: 'told_recording', sid, state: 'paused' }];
}

// ── passing on ──────────────────────────────────────────────────────────────

const hasPhone = async ({ platform, actor }: WorkCtx, userId: number): Promise<boolean> =>
  (await platform.voice?.listPhones(actor.companyId))?.has(userId) ?? false;

async function transfer(ctx: WorkCtx, call: CarrierCall, mine: Leg, userId: number): Promise<void> {
  const ring = mine.sid !== null && (await hasPhone(ctx, userId)) ? await ringColleague(ctx, mine.sid, userId) : null;
  if (!ring) throw new ColleagueAway();
  await addLeg(ctx, call, ring, 'called');
  await moveMine(ctx, call, mine, (one, own) => {
    const far = farOf(one, own);
    const acts = [
      ...stopRecording(one),
      ...(far ? change(far, { hold: 'ring' }) : []),
      ...endWatchers(one),
      ...leave(own),
      ...ended(own, 'answered'),
    ];
    Object.assign(one, { state: 'ringing', held: false, takes_messages: false });
    return acts;
  });
  await ringAll(ctx, call, [ring], { to: call.line });
}

/** In the call before its phone rings, so that what the carrier says of it finds it. */
async function addLeg(ctx: WorkCtx, { conference }: CarrierCall, ring: Ring, part: 'called' | 'asked') {
  await inTenant(ctx, (tx) => insertLegs(tx, conference, [{ ...ringLeg(ring), part }]));
}

async function consult(ctx: WorkCtx, call: CarrierCall, mine: Leg, userId: number): Promise<void> {
  if (askedOf(call)) throw new ColleagueAway();
  const ring = mine.sid !== null && (await hasPhone(ctx, userId)) ? await askColleague(ctx, mine.sid, userId) : null;
  if (!ring) throw new ColleagueAway();
  await addLeg(ctx, call, ring, 'asked');
  await moveMine(ctx, call, mine, ask);
  await ringAll(ctx, call, [ring], { to: call.line });
}

function complete(call: CarrierCall, mine: Leg): Act[] {
  if (!askedOf(call)) throw new ColleagueAway();
  return passOn(call, mine, 'leaves');
}

function takeBack(call: CarrierCall): Act[] {
  const asked = askedOf(call);
  const outcome = asked?.state === 'talking' ? 'answered' : 'missed';
  if (asked) asked.state = 'ended';
  return [
    ...(asked ? hangUp(asked) : []),
    ...(asked?.sid ? [{ act: 'ended' as const, sid: asked.sid, outcome } as const] : []),
    ...endAsking(call),
  ];
}

// ── taking part ─────────────────────────────────────────────────────────────

async function watch(
  ctx: WorkCtx,
  call: CarrierCall,
  mine: Leg,
  { mode }: Extract<CallOrder, { order: 'watch' }>,
): Promise<void> {
  if (mine.part !== 'watcher' || mine.sid === null || !(await changeWatch(ctx, mine.sid, mode))) throw new CallUnreachable();
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

// A call begins: a browser calls, or somebody outside calls a number of ours. Answers what the carrier does
// with the leg that begins. The carrier may ask twice.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { atCarrier, type Placed, placeCall, type Ring, receiveCall, watchCall } from '#areas/voice/calls/calls.service.ts';
import { ringSeconds, type WatchMode, watchModes } from '#contract/callLists.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type Platform, type WorkCtx } from '#kernel/context.ts';
import { legEnded, takeMessage } from '#kernel/voice/callMoves.ts';
import type { CallLeg } from '#kernel/voice/callState.ts';
import type { NewLeg } from '#kernel/voice/carrier.ts';
import { identityOf } from '#providers/voice/voice.tokens.ts';
import { joinAnswer, messageAnswer, reportsOf, sayAndHangUp, soundOf, testAnswer, waitAnswer } from './carrierCalls.addresses.ts';
import { contextOf, move, mustHaveCarrier, perform } from './carrierCalls.perform.ts';
import {
  type CarrierCall,
  findByCarrierSid,
  insertCarrierCall,
  insertLegs,
  later,
  lockCarrierCall,
} from './carrierCalls.queries.ts';
import { isMutedIn, personOf } from './carrierCalls.words.ts';

export interface Begun {
  /** The carrier's name of the leg. */
  leg: string;
  from: string;
  to: string;
  /** The values that a browser adds. */
  more: Record<string, string>;
}

const newLabel = () => `L${randomBytes(12).toString('hex')}`;
const unavailable = 'Nobody can take your call now. Please try again later.';
const nobody = 'This number is not in service.';

export async function beginCall(platform: Platform, begun: Begun): Promise<string> {
  const person = personOf(begun.from);
  if (person) return placeOf(platform, person, begun);
  return receive(platform, begun);
}

// ── from a browser ──────────────────────────────────────────────────────────

async function placeOf(platform: Platform, { companyId, userId }: { companyId: number; userId: number }, begun: Begun) {
  const actor = await loadActor(platform, companyId, userId, null);
  if (!actor) return sayAndHangUp('You are not signed in.');
  const ctx = { ...contextOf(platform, companyId), actor };
  const known = await inTenant(ctx, (tx) => findByCarrierSid(tx, begun.leg));
  if (known) return answerAgain(ctx, known);
  const to = begun.to.trim();
  if (to === '') return testAnswer;
  const watched = /^(?:client:)?watch:(CA[0-9a-f]{32})$/.exec(to)?.[1];
  if (watched) return watch(ctx, begun, watched);
  const contactId = Number(begun.more.contact_id ?? '');
  const placed = await placeCall(ctx, {
    sid: begun.leg,
    to,
    contactId: Number.isSafeInteger(contactId) && contactId > 0 ? contactId : null,
    overrideReason: (begun.more.override_reason ?? '').slice(0, 1_000),
    gateway: atCarrier,
  });
  return 'refused' in placed ? sayAndHangUp(placed.refused.message) : connect(ctx, begun.leg, placed);
}

async function connect(ctx: WorkCtx, leg: string, placed: Exclude<Placed, { refused: unknown }>): Promise<string> {
  const { conference, number, rings, recordAtOnce, to } = placed;
  const own = number === null ? await lineOf(ctx) : placed.from;
  const caller: CallLeg = { label: leg, carrier_sid: leg, user_id: ctx.actor.userId, part: 'caller', state: 'talking', sid: leg };
  const outside: CallLeg[] =
    number === null ? [] : [{ label: newLabel(), carrier_sid: null, user_id: null, part: 'called', state: 'ringing', sid: null }];
  const legs = [caller, ...outside, ...rings.map(ringLeg)];
  const call = { conference, state: 'ringing' as const, line: own, record_at_once: recordAtOnce, takes_messages: false, legs };
  await inTenant(ctx, (tx) => insertCarrierCall(tx, call));
  const [far] = outside;
  const rung = far && number !== null ? { leg: far, number } : null;
  await ringAll(ctx, { conference, line: own }, rings, { to, outside: rung, isBeginning: true });
  return answerAgain(ctx, { conference, label: leg });
}

/** Between phones of ours a number stands in for the caller's, which the carrier asks for. */
async function lineOf(ctx: WorkCtx): Promise<string> {
  const { rows } = await inTenant(ctx, (tx) =>
    sql<{ number: string }>`
      select n.number from phone_numbers n where n.company_id = ${tx.companyId} and n.state = 'active'
      order by n.user_id is distinct from ${tx.actor.userId}, not n.is_dialer, n.id limit 1`.execute(tx.db),
  );
  return rows[0]?.number ?? '';
}

export const ringLeg = ({ sid, userId }: Ring): CallLeg => ({
  label: sid,
  carrier_sid: null,
  user_id: userId,
  part: 'called',
  state: 'ringing',
  sid,
});

// ── phones that ring ────────────────────────────────────────────────────────

interface Ringing {
  /** Our number, or the colleague. */
  to: string;
  outside?: { leg: CallLeg; number: string } | null;
  /** The caller's leg still waits for our answer: it says what is to be done. */
  isBeginning?: boolean;
}

/** At once; one that cannot be rung counts as silent. */
export async function ringAll(
  ctx: WorkCtx,
  call: Pick<CarrierCall, 'conference' | 'line'>,
  rings: readonly Ring[],
  { to, outside = null, isBeginning = false }: Ringing,
): Promise<void> {
  const { companyId } = ctx.actor;
  const ofUsers = rings.map((ring) => ({
    label: ring.sid,
    to: {
      identity: identityOf(companyId, ring.userId),
      told: { id: String(ring.callId), call_id: ring.sid, from: ring.from, to, name: ring.name },
    },
  }));
  const all = [...ofUsers, ...(outside ? [{ label: outside.leg.label, to: { number: outside.number } }] : [])];
  await Promise.all(all.map((one) => ringOne(ctx, call, { ...one, isOutside: outside !== null, isBeginning })));
}

async function ringOne(
  ctx: WorkCtx,
  { conference, line }: Pick<CarrierCall, 'conference' | 'line'>,
  { label, to, isOutside, isBeginning }: { label: string; to: NewLeg['to']; isOutside: boolean; isBeginning: boolean },
): Promise<void> {
  const { platform, actor } = ctx;
  const reports = reportsOf(platform.config, { company: actor.companyId, conference, label });
  const leg = { to, from: line, label, rings: ringSeconds, isHeardRinging: isOutside, endsAll: isOutside, reports };
  const added = await mustHaveCarrier(platform)
    .addLeg(conference, leg)
    .catch((err: unknown) => {
      ctx.log.warn({ err, conference }, 'the carrier rings no phone');
      return null;
    });
  await move(ctx, conference, (call) => {
    if (!added) {
      const caller = call.legs.find(({ part }) => part === 'caller')?.carrier_sid;
      const acts = legEnded(call, label, 'failed');
      return isBeginning ? acts.filter((act) => !('leg' in act) || act.leg !== caller) : acts;
    }
    call.carrier_conference ??= added.conference;
    const own = call.legs.find((one) => one.label === label);
    if (own) own.carrier_sid ??= added.sid;
    // The call ended, or another phone was first, while the carrier answered.
    return own?.state === 'ended' ? [{ act: 'hang_up', leg: added.sid }] : [];
  });
}

// ── from outside ────────────────────────────────────────────────────────────

async function receive(platform: Platform, { leg, from, to }: Begun): Promise<string> {
  const companyId = await companyOf(platform, to);
  if (companyId === null) return sayAndHangUp(nobody);
  const ctx = contextOf(platform, companyId);
  const known = await inTenant(ctx, (tx) => findByCarrierSid(tx, leg));
  if (known) return answerAgain(ctx, known);
  const open = (await platform.voice?.listPhones(companyId)) ?? new Set();
  const line = normalPhone(to);
  const hasPhone = (_: number, id: number) => (open.has(id) ? 'free' : 'none');
  const received = await receiveCall(platform, { from, to: line, sid: leg, gateway: atCarrier, hasPhone });
  if (!received) return sayAndHangUp(nobody);
  const { conference, rings, message, waiting } = received;
  if (rings.length === 0 && !message && !waiting) return sayAndHangUp(unavailable);
  const caller: CallLeg = { label: newLabel(), carrier_sid: leg, user_id: null, part: 'caller', state: 'talking', sid: null };
  const silent: CallLeg[] = message ? [{ ...ringLeg(message), state: 'silent' }] : [];
  const legs = [caller, ...rings.map(ringLeg), ...silent];
  const common = { conference, line, record_at_once: false, takes_messages: true, legs };
  await inTenant(ctx, (tx) => {
    const until = waiting && later(tx, waiting.seconds);
    return insertCarrierCall(tx, { ...common, state: waiting ? 'waiting' : 'ringing', wait_until: until });
  });
  if (message) await move(ctx, conference, (one) => takeMessage(one).filter(({ act }) => act !== 'take_message'));
  else await ringAll(ctx, { conference, line }, rings, { to: line, isBeginning: true });
  return answerAgain(ctx, { conference, label: caller.label });
}

/** Null: the number is none of ours. */
export async function companyOf(platform: Platform, number: string): Promise<number | null> {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from find_number_company(${normalPhone(number)})`.execute(platform.db);
  return rows[0]?.company_id ?? null;
}

// ── a leader takes part ─────────────────────────────────────────────────────

async function watch(ctx: WorkCtx, { leg, more }: Begun, of: string): Promise<string> {
  const mode = watchModes.find((one) => one === more.mode) ?? 'listen';
  const watched = await watchCall(ctx, { sid: leg, of, mode });
  if ('refused' in watched) return sayAndHangUp(watched.refused.message);
  const seat = await inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ conference: string }>`
      select conference from carrier_legs where company_id = ${tx.companyId} and sid = ${of} and state = 'talking'`.execute(
      tx.db,
    );
    const call = rows[0] ? await lockCarrierCall(tx, rows[0].conference) : null;
    const agent = call?.state === 'talking' ? call.legs.find(({ sid }) => sid === of) : undefined;
    // People on hold hear no announcement.
    if (!call || !agent || call.held) return { refused: agent ? onHold : isOver };
    const own = { label: leg, carrier_sid: leg, user_id: tx.actor.userId, part: 'watcher', state: 'talking', sid: leg } as const;
    await insertLegs(tx, call.conference, [own]);
    return { call, agent: agent.carrier_sid };
  });
  if ('refused' in seat) {
    await perform(ctx, noCall, [{ act: 'watch_ended', sid: leg }]);
    return sayAndHangUp(seat.refused);
  }
  // Both sides hear that somebody may listen before anybody does.
  await perform(ctx, seat.call, [{ act: 'announce' }]);
  return watchAnswer(ctx, leg, seat.call.conference, seat.agent, mode);
}

const isOver = 'This call is over.';
const onHold = 'The other side is on hold. Please try again when they talk.';
const noCall = { conference: '', carrier_conference: null } as CarrierCall;

/** A little longer than the sentence that both sides hear. */
const announcementSeconds = 5;

const watchAnswer = ({ platform, actor }: WorkCtx, label: string, conference: string, agent: string | null, mode: WatchMode) =>
  joinAnswer(platform.config, actor.companyId, conference, {
    label,
    endsAll: false,
    hears: '',
    isMuted: isMutedIn(mode),
    coaches: mode === 'whisper' ? agent : null,
    comesAfter: announcementSeconds,
  });

// ── what the leg does ───────────────────────────────────────────────────────

/** By how the call stands now, so that a repeated question gets the same answer. */
export async function answerAgain(ctx: WorkCtx, { conference, label }: { conference: string; label: string }): Promise<string> {
  const { platform, actor } = ctx;
  const call = await inTenant(ctx, (tx) => lockCarrierCall(tx, conference));
  const own = call?.legs.find((leg) => leg.label === label);
  if (!call || !own || call.state === 'ended' || own.state === 'ended') return sayAndHangUp('The call could not be made.');
  if (call.state === 'message') return messageAnswer(platform.config, actor.companyId, conference);
  const at = { label, endsAll: true };
  const { config } = platform;
  if (call.wait_until !== null) return waitAnswer(config, actor.companyId, conference, { ...at, hears: soundOf(config, 'hold') });
  const isOutside = call.legs.some(({ part, user_id }) => part === 'called' && user_id === null);
  return joinAnswer(config, actor.companyId, conference, { ...at, hears: isOutside ? '' : soundOf(config, 'ring') });
}

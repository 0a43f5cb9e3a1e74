// A call of our own as it runs. The call machine (kernel/voice) says how it moves; its acts are done here:
// phones hear and are told, timers run, and the book of calls is told.
import type { CallOutcome } from '#contract/callLists.ts';
import { finish, legEnded, messageEnded } from '#kernel/voice/callMoves.ts';
import { type Act, type CallState, isTalker, type LegEnd, legOf, ringingOf } from '#kernel/voice/callState.ts';
import { announced, recorded } from '#kernel/voice/callTalk.ts';
import { countMinutes } from './call.minutes.ts';
import type { CallParts, Queued, Terms } from './call.parts.ts';
import { createRings } from './call.rings.ts';
import { createRoom } from './call.room.ts';
import { createTimers } from './call.timers.ts';
import { type BookAct, createWritten, isBookAct } from './call.written.ts';
import { type VoiceError, voiceErrors } from './frames.ts';
import { type Leg, sayAnswer } from './legs.ts';
import { beep, prompts } from './sound.ts';

export type Call = ReturnType<typeof newCall>;

export function newCall(parts: CallParts, terms: Terms, caller: Leg) {
  const { sid, ctx } = caller;
  const userId = ctx?.actor.userId ?? null;
  const state: CallState = {
    ...{ state: 'ringing', record_at_once: terms.recordAtOnce, takes_messages: terms.takesMessages, held: false },
    ...{ recording: 'off', recording_sid: null, recording_leg: null, recording_of: null, payer: null, asking: null },
    ...{ message_of: null, silence: 'missed', wait_until: null, talking_at: null },
    // The machine knows phones by their sid; a handset's call has no row.
    legs: [{ label: sid, carrier_sid: sid, user_id: userId, part: 'caller', state: 'talking', sid: ctx && sid }],
  };
  const written = createWritten(parts, terms, state);
  written.know(sid, ctx);
  return {
    ...{ parts, terms, caller, state, written, room: createRoom(parts, written, state) },
    ...{ rings: createRings(parts), timers: createTimers() },
    queued: null as Queued | null,
    /** Told whether the phone that was offered a caller of the queue took them. */
    offered: null as ((wasTaken: boolean) => void) | null,
    /** Resolves when the message is stored. */
    message: null as Promise<void> | null,
    isClosed: false,
  };
}

/** `error`: what phones are told where this ends the call. */
export function move(call: Call, next: (state: CallState) => Act[], error?: VoiceError): void {
  const { state, queued, offered } = call;
  const { state: was, payer, asking } = state;
  const talkers = state.legs.filter(isTalker).flatMap(({ sid }) => sid ?? []);
  const acts = next(state);
  if (state.payer !== payer) state.talking_at = new Date().toISOString();
  if (state.state !== was || state.payer !== payer) {
    call.timers.stop();
    if (state.state === 'talking') keepTime(call);
    // Passed on while the colleague's phone rings.
    if (state.state === 'ringing' && asking !== null) ringFor(call, namesOf(ringingOf(state)), call.parts.pace.ring);
  }
  if (queued && state.wait_until === null) {
    call.queued = null;
    queued.over();
  }
  if (offered && state.state !== 'ringing') {
    call.offered = null;
    offered(state.state !== 'waiting');
  }
  perform(call, acts, talkers, error);
  call.room.place();
}

const namesOf = (legs: readonly { label: string }[]) => legs.map(({ label }) => label);

/** The error that a call's phones get where nobody took the call. */
const errorOf: Partial<Record<CallOutcome, VoiceError>> = {
  no_answer: voiceErrors.unavailable,
  busy: voiceErrors.busy,
  declined: voiceErrors.declined,
};

function perform(call: Call, acts: readonly Act[], talkers: readonly string[], given: VoiceError | undefined): void {
  const { room, written } = call;
  const end = acts.find((act) => act.act === 'end');
  const error = given ?? (end && errorOf[end.outcome]);
  const isRecorded = end || acts.some((act) => act.act === 'change_recording' && act.to === 'stopped');
  if (isRecorded && call.state.message_of === null) written.after(room.taping.finish());
  for (const act of acts)
    if (isBookAct(act)) written.tell(act, end && talkers.includes(act.sid) ? error?.code : undefined);
    else performOne(call, act, error);
}

function performOne(call: Call, act: Exclude<Act, BookAct>, error: VoiceError | undefined): void {
  const { room, rings } = call;
  switch (act.act) {
    case 'hang_up':
    case 'leave':
      rings.stop(act.leg);
      room.sendAway(act.leg, error);
      break;
    case 'end':
      close(call, error);
      break;
    case 'change':
      // That a call ends with one of its sides, the machine says itself.
      if (act.change.hold !== undefined) room.wait(act.leg, act.change.hold);
      break;
    case 'take_message':
      void takeMessage(call).catch((err) => fail(call, err));
      break;
    case 'announce':
      void announce(call).catch((err) => fail(call, err));
      break;
    case 'record':
      room.taping.hear();
      move(call, (state) => recorded(state, { sid: state.recording_of ?? '', leg: act.leg, recording: act.leg }));
      break;
    case 'change_recording':
      if (act.to === 'paused') room.taping.pause();
      else if (act.to === 'running') room.taping.resume();
  }
}

/** Everybody who is still there is told. */
function close(call: Call, error?: VoiceError): void {
  if (call.isClosed) return;
  call.isClosed = true;
  call.timers.stop();
  call.rings.stopAll();
  call.room.close(error);
  call.parts.ended();
}

/** A phone in the call is gone, or is told that it is. */
export function left(call: Call, leg: Leg, how: LegEnd, ...told: [] | [VoiceError]): void {
  call.room.drop(leg, ...told);
  move(call, (state) => legEnded(state, leg.sid, how), told[0]);
  if (call.state.state === 'message' && leg === call.caller) call.message ??= endMessage(call);
}

export function end(call: Call, outcome: CallOutcome, error?: VoiceError): void {
  if (call.state.state === 'message') call.message ??= endMessage(call);
  else move(call, (state) => finish(state, outcome), error);
}

export function fail(call: Call, err: unknown): void {
  call.parts.log.error({ err }, 'a call failed');
  end(call, 'failed', voiceErrors.failed);
}

/** After `ms`, a phone that still rings counts as not answered. */
export function ringFor(call: Call, sids: readonly string[], ms: number): void {
  call.timers.after(ms, () => {
    for (const sid of sids) {
      if (legOf(call.state, sid)?.state !== 'ringing') continue;
      call.rings.stop(sid);
      move(call, (state) => legEnded(state, sid, 'no_answer'));
    }
  });
}

/** It has a longest time, and asks for further minutes. */
function keepTime(call: Call): void {
  const { state, terms, timers, written, parts } = call;
  const { payer } = state;
  const isRunning = () => state.state === 'talking' && state.payer === payer;
  const over = () => {
    if (isRunning()) move(call, () => finish(state, 'answered'));
  };
  if (terms.maxSeconds !== null) timers.after(terms.maxSeconds * 1_000, over);
  if (!terms.isToNumber || payer === null) return;
  const ask = async (seconds: number) => parts.book.moreMinutes(await written.ctxOf(payer), payer, seconds);
  countMinutes({ reports: written.reports, every: parts.pace.minutes, after: timers.after, isRunning, ask, over });
}

// ── recordings and messages ─────────────────────────────────────────────────

async function announce(call: Call): Promise<void> {
  const { state, room } = call;
  const isToBegin = () => state.state === 'talking' && state.recording === 'announcing';
  await room.announce(() => (isToBegin() ? state.recording_of : null));
  move(call, (one) => announced(one, true));
}

async function takeMessage(call: Call): Promise<void> {
  const { caller, room, state, timers } = call;
  sayAnswer(caller);
  caller.wasAnswered = true;
  await room.say(caller, prompts().greeting, beep);
  if (state.state !== 'message' || !room.has(caller)) return;
  room.taping.beginMessage();
  timers.after(call.parts.pace.message, () => end(call, 'answered'));
}

async function endMessage(call: Call): Promise<void> {
  const { room, state } = call;
  const seconds = state.message_of === null ? null : await room.taping.finishMessage(state.message_of);
  move(call, (one) => messageEnded(one, seconds));
  close(call);
}

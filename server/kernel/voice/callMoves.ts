// How a call moves: what happens to its legs, and what is to be done then. Nothing here speaks with anybody, so
// that it can run in the transaction that locks a call. A late, repeated or misplaced report changes nothing.
import type { CallOutcome } from '#contract/callLists.ts';
import {
  type Act,
  askedOf,
  type CallLeg,
  type CallState,
  change,
  ended,
  hangUp,
  isTalker,
  type LegEnd,
  legOf,
  ringingOf,
} from './callState.ts';
import { askedEnded, passOn, startRecording, watchEnded } from './callTalk.ts';

export function legAnswered(call: CallState, label: string): Act[] {
  const leg = legOf(call, label);
  if (!leg || leg.state === 'talking') return [];
  if (leg.state !== 'ringing') return hangUp(leg); // it was given up: its ring was slow, or an answer to us was lost
  if (leg.part === 'asked' && call.state === 'talking') {
    leg.state = 'talking';
    return leg.sid === null ? [] : [{ act: 'answered', sid: leg.sid }];
  }
  if (call.state !== 'ringing') {
    leg.state = 'ended';
    return hangUp(leg); // another phone was first, or the caller gave up
  }
  const others = ringingOf(call).filter((other) => other !== leg);
  const waiter = call.legs.find(isTalker);
  leg.state = 'talking';
  call.state = 'talking';
  call.wait_until = null;
  const told = leg.sid === null ? waiter : leg;
  call.payer = told?.sid ?? null;
  const acts: Act[] = [
    ...(told?.sid ? [{ act: 'answered' as const, sid: told.sid }] : []),
    ...others.flatMap(hangUp),
    ...change(leg, { endsAll: true }),
    // The side that had talked before was passed on, and waits no more.
    ...(waiter && call.talking_at !== null ? change(waiter, { hold: null }) : []),
  ];
  for (const other of call.legs) if (other.state === 'silent' || others.includes(other)) other.state = 'ended';
  return [...acts, ...(call.record_at_once && told?.sid ? startRecording(call, told.sid) : [])];
}

/** The leg is gone: nothing has to be told to it. */
export function legEnded(call: CallState, label: string, how: LegEnd): Act[] {
  const leg = legOf(call, label);
  if (!leg || leg.state === 'ended' || leg.state === 'silent' || call.state === 'ended') return [];
  if (leg.part === 'watcher') {
    leg.state = 'ended';
    return watchEnded(leg);
  }
  if (leg.part === 'asked') return askedEnded(call, leg, how === 'declined' ? 'declined' : 'missed');
  if (leg.state === 'ringing') return rangInVain(call, leg, how);
  const asked = leg.sid !== null && leg.sid === call.asking ? askedOf(call) : undefined;
  if (asked) return passOn(call, leg, asked, 'gone');
  if (call.state !== 'message') return finish(call, 'cancelled');
  leg.state = 'ended'; // what became of the message is still to be told
  return [];
}

function rangInVain(call: CallState, leg: CallLeg, how: LegEnd): Act[] {
  const isDeclined = how === 'declined';
  if (call.state !== 'ringing' || call.wait_until !== null) {
    // The colleague did not get the call after all, or did not take a caller of the queue.
    if (call.state === 'ringing') call.state = 'waiting';
    leg.state = 'ended';
    return ended(leg, isDeclined ? 'declined' : 'missed');
  }
  if (leg.user_id === null) return finish(call, outcomes[how]);
  const isLast = ringingOf(call).length === 1;
  // A user without an open phone was rung too: silent from the start.
  const isAlone = call.legs.filter(({ part, state }) => part === 'called' && isOpen(state)).length === 1;
  const acts: Act[] = [];
  leg.state = 'silent';
  if (isDeclined && isAlone && call.takes_messages) call.silence = 'declined';
  else if (isDeclined) {
    leg.state = 'ended';
    acts.push(...ended(leg, 'declined'));
  }
  if (!isLast) return acts;
  if (call.takes_messages) return [...acts, ...takeMessage(call)];
  return [...acts, ...finish(call, how === 'failed' ? 'no_answer' : outcomes[how])];
}

const outcomes: Record<LegEnd, CallOutcome> = {
  busy: 'busy',
  declined: 'declined',
  no_answer: 'no_answer',
  gone: 'no_answer',
  failed: 'failed',
};

/** A phone that could not be rung before. */
export function legRings(call: CallState, label: string): Act[] {
  const leg = legOf(call, label);
  if (call.state === 'ringing' && leg?.state === 'silent') leg.state = 'ringing';
  return [];
}

/** A caller of the queue is offered to one phone. */
export function offer(call: CallState, leg: CallLeg): void {
  call.state = 'ringing';
  call.legs.push(leg);
}

const isOpen = (state: CallLeg['state']) => state === 'silent' || state === 'ringing';

/** The caller speaks: to this user, or to the first of those who were rung. */
export function takeMessage(call: CallState, of?: string): Act[] {
  const caller = call.legs.find(({ part }) => part === 'caller');
  const open = call.legs.filter(({ part, state }) => part === 'called' && isOpen(state));
  const mine = open.find(({ label }) => label === of) ?? open[0];
  if (call.state !== 'waiting' && call.state !== 'ringing') return mine ? giveUp(mine) : []; // answered meanwhile, or over
  if (!caller?.carrier_sid || caller.state === 'ended' || !mine) return finish(call, 'no_answer');
  const others = open.filter((leg) => leg !== mine);
  const acts = [...ringingOf(call).flatMap(hangUp), ...others.flatMap((leg) => ended(leg, 'missed'))];
  for (const leg of others) leg.state = 'ended';
  mine.state = 'silent';
  Object.assign(call, { state: 'message', wait_until: null, message_of: mine.sid });
  return [...acts, { act: 'take_message', leg: caller.carrier_sid }];
}

function giveUp(leg: CallLeg): Act[] {
  leg.state = 'ended';
  return ended(leg, 'missed');
}

/** `seconds`: of the message; null: there is none. */
export function messageEnded(call: CallState, seconds: number | null): Act[] {
  if (call.state !== 'message' || call.message_of === null) return [];
  const outcome = seconds !== null && seconds >= 1 ? 'voicemail' : call.silence;
  call.state = 'ended';
  for (const leg of call.legs) leg.state = 'ended';
  return [{ act: 'ended', sid: call.message_of, outcome }];
}

/** `outcome`: of a side that was never answered. */
export function finish(call: CallState, outcome: CallOutcome): Act[] {
  if (call.state === 'ended') return [];
  const isTalk = call.state === 'talking';
  const hasTalked = isTalk || call.talking_at !== null;
  const acts: Act[] = [];
  for (const leg of call.legs) {
    if (leg.state === 'ended') continue;
    if (leg.part === 'watcher') acts.push(...watchEnded(leg));
    else if (leg.state === 'talking') acts.push(...ended(leg, hasTalked ? 'answered' : outcome));
    else acts.push(...ended(leg, 'missed'));
    // Talking phones end with the call; a caller may still be on the way into it.
    if (leg.state === 'ringing' || (leg.state === 'talking' && !isTalk)) acts.push(...hangUp(leg));
    leg.state = 'ended';
  }
  const caller = call.legs.find(({ part }) => part === 'caller')?.carrier_sid;
  if (call.wait_until !== null && caller)
    acts.push({ act: 'wait_ended', sid: caller, how: outcome === 'failed' ? 'failed' : 'gave_up' });
  Object.assign(call, { state: 'ended', asking: null, wait_until: null });
  return [...acts, { act: 'end', outcome }]; // booked first: what waits for the carrier may fail
}

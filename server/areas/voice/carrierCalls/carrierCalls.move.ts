// How a call moves: what happens to its legs, what is to be done then. Nothing here speaks with anybody, so
// that it can run in the transaction that locks the call; what happened before changes nothing.
import type { CallOutcome } from '#contract/callLists.ts';
import type { LegChange } from '#kernel/voice/carrier.ts';
import type { SoundName } from './carrierCalls.addresses.ts';
import type { CarrierCall, Leg } from './carrierCalls.queries.ts';

/** `hold`: what it hears meanwhile. */
export type Change = Omit<LegChange, 'hold'> & { hold?: SoundName | null };

/** To be done after the move is written down. `sid`: of a user's call; `leg`: the carrier's name. */
export type Act =
  | { act: 'answered'; sid: string }
  | { act: 'ended'; sid: string; outcome: CallOutcome }
  | { act: 'watch_ended'; sid: string }
  | { act: 'wait_ended'; sid: string }
  | { act: 'passed_on'; sid: string }
  | { act: 'told_recording'; sid: string; state: 'on' | 'paused' | 'off' }
  | { act: 'hang_up'; leg: string }
  | { act: 'leave'; leg: string }
  | { act: 'end' }
  | { act: 'change'; leg: string; change: Change }
  | { act: 'take_message'; leg: string }
  | { act: 'announce' }
  | { act: 'record'; leg: string }
  | { act: 'change_recording'; leg: string; recording: string; to: 'paused' | 'running' | 'stopped' };

/** The carrier's words for the end of a leg. */
export type LegEnd = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';

const isTalker = ({ part, state }: Leg) => state === 'talking' && (part === 'caller' || part === 'called');
const ringing = ({ legs }: CarrierCall) => legs.filter(({ part, state }) => state === 'ringing' && part === 'called');
export const askedOf = ({ legs }: CarrierCall) => legs.find(({ part, state }) => part === 'asked' && state !== 'ended');
/** The other side. */
export const farOf = ({ legs }: CarrierCall, mine: Leg) => legs.find((leg) => isTalker(leg) && leg !== mine);
export const legOf = ({ legs }: CarrierCall, label: string) => legs.find((leg) => leg.label === label);

export const hangUp = ({ carrier_sid: leg }: Leg): Act[] => (leg === null ? [] : [{ act: 'hang_up', leg }]);
export const change = ({ carrier_sid: leg }: Leg, wanted: Change): Act[] =>
  leg === null ? [] : [{ act: 'change', leg, change: wanted }];
export const ended = ({ sid }: Leg, outcome: CallOutcome): Act[] => (sid === null ? [] : [{ act: 'ended', sid, outcome }]);

export function legAnswered(call: CarrierCall, label: string): Act[] {
  const leg = legOf(call, label);
  if (!leg || leg.state === 'talking') return [];
  if (leg.state !== 'ringing') return hangUp(leg); // it was given up: its ring was slow, or our request's answer was lost
  if (leg.part === 'asked' && call.state === 'talking') {
    leg.state = 'talking';
    return leg.sid === null ? [] : [{ act: 'answered', sid: leg.sid }];
  }
  if (call.state !== 'ringing') {
    leg.state = 'ended';
    return hangUp(leg); // another phone was first, or the caller gave up
  }
  const others = ringing(call).filter((other) => other !== leg);
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
    // Who had talked before was passed on, and waits no more.
    ...(waiter && call.talking_at !== null ? change(waiter, { hold: null }) : []),
  ];
  for (const other of call.legs) if (other.state === 'silent' || others.includes(other)) other.state = 'ended';
  return [...acts, ...(call.record_at_once && told?.sid ? startRecording(call, told.sid) : [])];
}

export function legEnded(call: CarrierCall, label: string, how: LegEnd): Act[] {
  const leg = legOf(call, label);
  if (!leg || leg.state === 'ended' || leg.state === 'silent' || call.state === 'ended') return [];
  if (leg.part === 'watcher') {
    leg.state = 'ended';
    return leg.sid === null ? [] : [{ act: 'watch_ended', sid: leg.sid }];
  }
  if (leg.part === 'asked') {
    const outcome = leg.state === 'talking' ? 'answered' : how === 'busy' ? 'declined' : 'missed';
    leg.state = 'ended';
    return [...ended(leg, outcome), ...endAsking(call)];
  }
  if (leg.state === 'talking') {
    if (leg.sid !== null && leg.sid === call.asking) return passOn(call, leg, 'gone');
    if (call.state !== 'message') return finish(call, 'cancelled');
    leg.state = 'ended'; // the carrier still says what became of the message
    return [];
  }
  return nobodyThere(call, leg, how);
}

/** A phone that rang rings no more. */
function nobodyThere(call: CarrierCall, leg: Leg, how: LegEnd): Act[] {
  if (leg.user_id === null) return finish(call, outcomes[how]);
  if (call.wait_until !== null) return waitOn(call, leg, how);
  const isLast = ringing(call).length === 1;
  const isDeclined = how === 'busy';
  const acts: Act[] = [];
  leg.state = 'silent';
  if (isDeclined && isLast && call.takes_messages) call.silence = 'declined';
  else if (isDeclined) {
    leg.state = 'ended';
    acts.push(...ended(leg, 'declined'));
  }
  if (!isLast) return acts;
  return [...acts, ...(call.takes_messages ? takeMessage(call) : finish(call, isDeclined ? 'declined' : 'no_answer'))];
}

/** One who was offered a caller of the queue did not take them. */
function waitOn(call: CarrierCall, leg: Leg, how: LegEnd): Act[] {
  leg.state = 'ended';
  call.state = 'waiting';
  return ended(leg, how === 'busy' ? 'declined' : 'missed');
}

const outcomes: Record<LegEnd, CallOutcome> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  completed: 'no_answer',
  canceled: 'no_answer',
  failed: 'failed',
};

/** The caller speaks to the first of those who were rung. */
export function takeMessage(call: CarrierCall): Act[] {
  const caller = call.legs.find(({ part }) => part === 'caller');
  const [first, ...others] = call.legs.filter(
    ({ part, state }) => part === 'called' && (state === 'silent' || state === 'ringing'),
  );
  if (!caller?.carrier_sid || !first) return finish(call, 'no_answer');
  call.state = 'message';
  call.wait_until = null;
  call.message_of = first.sid;
  const acts = [...ringing(call).flatMap(hangUp), ...others.flatMap((leg) => ended(leg, 'missed'))];
  for (const leg of others) leg.state = 'ended';
  first.state = 'silent';
  return [...acts, { act: 'take_message', leg: caller.carrier_sid }];
}

/** `seconds`: of the message; null: there is none. */
export function messageEnded(call: CarrierCall, seconds: number | null): Act[] {
  if (call.state !== 'message' || call.message_of === null) return [];
  const outcome = seconds !== null && seconds >= 1 ? 'voicemail' : call.silence;
  call.state = 'ended';
  for (const leg of call.legs) leg.state = 'ended';
  return [{ act: 'ended', sid: call.message_of, outcome }];
}

/** `outcome`: of a side that was never answered. */
export function finish(call: CarrierCall, outcome: CallOutcome): Act[] {
  if (call.state === 'ended') return [];
  const wasTalking = call.state === 'talking';
  const acts: Act[] = [];
  for (const leg of call.legs) {
    if (leg.state === 'ended') continue;
    if (leg.part === 'watcher') acts.push(...(leg.sid === null ? [] : [{ act: 'watch_ended' as const, sid: leg.sid }]));
    else if (leg.state === 'talking') acts.push(...ended(leg, wasTalking ? 'answered' : outcome));
    else acts.push(...ended(leg, 'missed'));
    // Only those in the conference end with it, and a caller may still be on the way there.
    if (leg.state === 'ringing' || (leg.state === 'talking' && !wasTalking)) acts.push(...hangUp(leg));
    leg.state = 'ended';
  }
  const caller = call.legs.find(({ part }) => part === 'caller')?.carrier_sid;
  if (call.wait_until !== null && caller) acts.push({ act: 'wait_ended', sid: caller });
  call.wait_until = null;
  Object.assign(call, { state: 'ended', asking: null });
  return [...acts, { act: 'end' }]; // booked first: what waits for the carrier may fail
}

/** After the announcement, if its end is told. */
export function startRecording(call: CarrierCall, sid: string): Act[] {
  call.recording = 'announcing';
  call.recording_of = sid;
  return [{ act: 'announce' }, { act: 'told_recording', sid, state: 'on' }];
}

/** `isHeard`: the carrier played it. Nobody is recorded who did not hear it. */
export function announced(call: CarrierCall, isHeard: boolean): Act[] {
  const { recording_of: sid } = call;
  if (call.recording !== 'announcing' || sid === null || call.state !== 'talking') return [];
  const mine = call.legs.find((leg) => leg.sid === sid);
  const far = mine && farOf(call, mine);
  call.recording = 'on';
  return far?.carrier_sid && isHeard ? [{ act: 'record', leg: far.carrier_sid }] : unrecorded(call);
}

/** Nothing is recorded, though it was to be. */
export function unrecorded(call: CarrierCall): Act[] {
  const { recording_of: sid } = call;
  if (sid === null || call.recording_sid !== null || call.recording === 'off') return [];
  Object.assign(call, { recording: 'off', recording_of: null });
  return [{ act: 'told_recording', sid, state: 'off' }];
}

export function changeRecording(call: CarrierCall, to: 'paused' | 'running' | 'stopped'): Act[] {
  const { recording_sid: recording, recording_leg: leg } = call;
  return recording === null || leg === null ? [] : [{ act: 'change_recording', leg, recording, to }];
}

/** Its file is the call's so far; who goes on may begin another one. */
export function stopRecording(call: CarrierCall): Act[] {
  const acts = changeRecording(call, 'stopped');
  Object.assign(call, { recording: 'off', recording_sid: null, recording_leg: null, recording_of: null });
  return acts;
}

// ── holding and passing on ──────────────────────────────────────────────────

export function hold(call: CarrierCall, mine: Leg, to: SoundName | null): Act[] {
  const far = farOf(call, mine);
  if (!far) return [];
  call.held = to !== null;
  const recording = call.recording === 'on' ? changeRecording(call, to === null ? 'running' : 'paused') : [];
  return [...change(far, { hold: to }), ...recording];
}

/** The other side waits, and the call does not end with who asks: then it goes on to the colleague. */
export function ask(call: CarrierCall, mine: Leg): Act[] {
  call.asking = mine.sid;
  return [...change(mine, { endsAll: false }), ...hold(call, mine, 'hold')];
}

/** The two talk again. */
export function endAsking(call: CarrierCall): Act[] {
  const mine = call.legs.find(({ sid }) => sid !== null && sid === call.asking);
  call.asking = null;
  return mine ? [...change(mine, { endsAll: true }), ...hold(call, mine, null)] : [];
}

/** To the colleague who is asked, whose phones may still ring. `how`: the user's phone leaves, or has gone. */
export function passOn(call: CarrierCall, mine: Leg, how: 'leaves' | 'gone'): Act[] {
  const [asked, far] = [askedOf(call), farOf(call, mine)];
  if (!asked || mine.sid === null) return finish(call, 'cancelled');
  const stopped = [...stopRecording(call), ...endWatchers(call)];
  const isThere = asked.state === 'talking';
  asked.part = 'called';
  Object.assign(call, { asking: null, held: false, takes_messages: false });
  Object.assign(call, isThere ? { payer: asked.sid } : { state: 'ringing' });
  return [
    ...stopped,
    { act: 'passed_on', sid: mine.sid },
    ...(isThere ? change(asked, { endsAll: true }) : []),
    ...(far ? change(far, { hold: isThere ? null : 'ring' }) : []),
    ...leave(mine, how),
    ...(isThere && call.record_at_once && asked.sid !== null ? startRecording(call, asked.sid) : []),
  ];
}

/** Their part is over: the conference goes on without them. */
export function leave(mine: Leg, how: 'leaves' | 'gone' = 'leaves'): Act[] {
  mine.state = 'ended';
  return how === 'gone' || mine.carrier_sid === null ? [] : [{ act: 'leave', leg: mine.carrier_sid }];
}

/** Those who watch the call of this user see no more of it. */
export function endWatchers(call: CarrierCall): Act[] {
  const watchers = call.legs.filter(({ part, state }) => part === 'watcher' && state !== 'ended');
  for (const leg of watchers) leg.state = 'ended';
  return watchers.flatMap((leg): Act[] => [
    ...(leg.sid === null ? [] : [{ act: 'watch_ended' as const, sid: leg.sid }]),
    ...hangUp(leg),
  ]);
}

// Moves while two sides talk: recording, holding, and passing the call on.
import { type Act, askedOf, type CallLeg, type CallState, change, ended, farOf, hangUp } from './callState.ts';

// ── recording ───────────────────────────────────────────────────────────────

/** After the announcement, if its end is told. */
export function startRecording(call: CallState, sid: string): Act[] {
  call.recording = 'announcing';
  call.recording_of = sid;
  return [{ act: 'announce' }, { act: 'told_recording', sid, state: 'on' }];
}

/** `isHeard`: it was played. Nobody is recorded who did not hear it. */
export function announced(call: CallState, isHeard: boolean): Act[] {
  const { recording_of: sid } = call;
  if (call.recording !== 'announcing' || sid === null || call.state !== 'talking') return [];
  const mine = call.legs.find((leg) => leg.sid === sid);
  const far = mine && farOf(call, mine);
  call.recording = 'on';
  return far?.carrier_sid && isHeard ? [{ act: 'record', leg: far.carrier_sid }] : unrecorded(call);
}

/** It has begun, under these names of the carrier. `sid`: of whose call; it may be over, paused or held meanwhile. */
export function recorded(call: CallState, { sid, leg, recording }: { sid: string; leg: string; recording: string }): Act[] {
  if (call.recording_of !== sid) return [{ act: 'change_recording', leg, recording, to: 'stopped' }];
  Object.assign(call, { recording_sid: recording, recording_leg: leg });
  return call.recording === 'paused' || call.held ? changeRecording(call, 'paused') : [];
}

/** Nothing is recorded, though it was to be. */
export function unrecorded(call: CallState): Act[] {
  const { recording_of: sid } = call;
  if (sid === null || call.recording_sid !== null || call.recording === 'off') return [];
  Object.assign(call, { recording: 'off', recording_of: null });
  return [{ act: 'told_recording', sid, state: 'off' }];
}

export const changeRecording = (
  { recording_sid: recording, recording_leg: leg }: CallState,
  to: 'paused' | 'running' | 'stopped',
): Act[] => [{ act: 'change_recording', leg, recording, to }];

/** Its file is the call's so far; who goes on may begin another one. */
export function stopRecording(call: CallState): Act[] {
  if (call.recording_of === null) return [];
  const acts = changeRecording(call, 'stopped');
  Object.assign(call, { recording: 'off', recording_sid: null, recording_leg: null, recording_of: null });
  return acts;
}

export function record(call: CallState, { sid }: CallLeg): Act[] {
  if (sid === null || call.recording === 'on' || call.recording === 'announcing') return [];
  if (call.recording_sid === null) return startRecording(call, sid);
  call.recording = 'on';
  const of = call.recording_of ?? sid; // the other side may have begun it
  return [...(call.held ? [] : changeRecording(call, 'running')), { act: 'told_recording', sid: of, state: 'on' }];
}

export function pause(call: CallState, { sid }: CallLeg): Act[] {
  if (sid === null || call.recording === 'off' || call.recording === 'paused') return [];
  call.recording = 'paused';
  const of = call.recording_of ?? sid;
  return [...(call.held ? [] : changeRecording(call, 'paused')), { act: 'told_recording', sid: of, state: 'paused' }];
}

// ── holding ─────────────────────────────────────────────────────────────────

/** One side at most waits: of two users, who holds the other waits no more. `to` null: they talk again. */
export function hold(call: CallState, mine: CallLeg, to: 'hold' | null): Act[] {
  const far = farOf(call, mine);
  if (!far) return [];
  call.held = to !== null;
  return [
    ...change(far, { hold: to }),
    ...(far.user_id === null ? [] : change(mine, { hold: null })),
    ...(call.recording === 'on' ? changeRecording(call, to === null ? 'running' : 'paused') : []),
  ];
}

// ── passing on ──────────────────────────────────────────────────────────────

const isRecorded = ({ recording }: CallState) => recording === 'on' || recording === 'announcing';
/** While a colleague is asked nothing is recorded, and its user sees it. */
const tellRecording = (call: CallState, state: 'on' | 'paused'): Act[] =>
  isRecorded(call) && call.recording_of !== null ? [{ act: 'told_recording', sid: call.recording_of, state }] : [];

/** The other side waits, and the call does not end with who asks: then it goes on to the colleague. */
export function ask(call: CallState, mine: CallLeg): Act[] {
  call.asking = mine.sid;
  return [...change(mine, { endsAll: false }), ...hold(call, mine, 'hold'), ...tellRecording(call, 'paused')];
}

/** The two talk again. */
export function endAsking(call: CallState): Act[] {
  const mine = call.legs.find(({ sid }) => sid !== null && sid === call.asking);
  call.asking = null;
  return mine ? [...change(mine, { endsAll: true }), ...hold(call, mine, null), ...tellRecording(call, 'on')] : [];
}

export function takeBack(call: CallState, asked: CallLeg): Act[] {
  const outcome = asked.state === 'talking' ? 'answered' : 'missed';
  asked.state = 'ended';
  return [...hangUp(asked), ...ended(asked, outcome), ...endAsking(call)];
}

/** To the colleague who is asked, whose phones may still ring. `how`: the user's phone leaves, or has gone. */
export function passOn(call: CallState, mine: CallLeg, asked: CallLeg, how: 'leaves' | 'gone'): Act[] {
  const far = farOf(call, mine);
  const stopped = [...stopRecording(call), ...endWatchers(call, mine)];
  const isThere = asked.state === 'talking';
  asked.part = 'called';
  Object.assign(call, { asking: null, held: false, takes_messages: false });
  Object.assign(call, isThere ? { payer: asked.sid } : { state: 'ringing' });
  return [
    ...stopped,
    ...(mine.sid === null ? [] : [{ act: 'passed_on' as const, sid: mine.sid }]),
    ...(isThere ? change(asked, { endsAll: true }) : []),
    ...(far ? change(far, { hold: isThere ? null : 'ring' }) : []),
    ...leave(mine, how),
    ...(isThere && call.record_at_once && asked.sid !== null ? startRecording(call, asked.sid) : []),
  ];
}

/** To a colleague whose phones are rung now: a leg of the call already. */
export function transfer(call: CallState, mine: CallLeg): Act[] {
  const far = farOf(call, mine);
  const acts = [
    ...stopRecording(call),
    ...(far ? change(far, { hold: 'ring' as const }) : []),
    ...endWatchers(call, mine),
    ...leave(mine, 'leaves'),
    ...ended(mine, 'answered'),
  ];
  Object.assign(call, { state: 'ringing', held: false, takes_messages: false });
  return acts;
}

/** Their part is over: the call goes on without them. */
function leave(mine: CallLeg, how: 'leaves' | 'gone'): Act[] {
  mine.state = 'ended';
  return how === 'gone' || mine.carrier_sid === null ? [] : [{ act: 'leave', leg: mine.carrier_sid }];
}

/** Ends the legs of leaders who watch this user in the call. */
function endWatchers(call: CallState, mine: CallLeg): Act[] {
  const isOver = ({ part, state, watches }: CallLeg) =>
    part === 'watcher' && state !== 'ended' && (watches === undefined || watches === mine.sid);
  return call.legs.filter(isOver).flatMap((leg): Act[] => {
    leg.state = 'ended';
    return [...watchEnded(leg), ...hangUp(leg)];
  });
}

export const watchEnded = ({ sid }: CallLeg): Act[] => (sid === null ? [] : [{ act: 'watch_ended', sid }]);

/** The colleague who is asked has left, declined or not answered. */
export function askedEnded(call: CallState, leg: CallLeg, how: 'declined' | 'missed'): Act[] {
  const outcome = leg.state === 'talking' ? 'answered' : how;
  leg.state = 'ended';
  return [...ended(leg, outcome), ...(askedOf(call) ? [] : endAsking(call))];
}

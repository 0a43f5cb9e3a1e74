// The state of a call: of a carrier, whose calls are rows (`carrier_calls`), or of our own voice process, which
// keeps them in memory. `callMoves` and `callOrders` say how it moves.
import type { CallOutcome } from '#contract/callLists.ts';
import type { LegChange } from './carrier.ts';

/** A phone in a call: of a user, whose devices are one phone, or of somebody outside. */
export interface CallLeg {
  /** Ours. */
  label: string;
  /** By which its carrier knows it; null: it has not told us yet. */
  carrier_sid: string | null;
  /** Null: somebody outside. */
  user_id: number | null;
  part: 'caller' | 'called' | 'asked' | 'watcher';
  /** `silent`: it rings no more; its row is open, for a message or until another phone answers. */
  state: 'ringing' | 'talking' | 'silent' | 'ended';
  /** Of the row of its user's call; of a watcher, of the row of watching. */
  sid: string | null;
  /** Of a watcher: the `sid` of the watched; where it is not known, any leg that leaves ends the watching. */
  watches?: string;
}

export interface CallState {
  /** `waiting`: in the queue. One who is offered to a phone is in it still (`wait_until`), and `ringing`. */
  state: 'waiting' | 'ringing' | 'talking' | 'message' | 'ended';
  record_at_once: boolean;
  takes_messages: boolean;
  held: boolean;
  recording: 'off' | 'announcing' | 'on' | 'paused';
  /** Its name at the carrier, on which leg, and of whose call: once it has begun. */
  recording_sid: string | null;
  recording_leg: string | null;
  recording_of: string | null;
  /** The `sid` of the user whose minutes count. */
  payer: string | null;
  /** The `sid` of the user who asks a colleague. */
  asking: string | null;
  message_of: string | null;
  /** How the call of `message_of` ends where the caller says nothing. */
  silence: 'missed' | 'declined';
  /** In the queue; then they leave a message. */
  wait_until: string | null;
  /** Since when the minutes of `payer` count. Code that moves the call sets it where `payer` changes. */
  talking_at: string | null;
  legs: CallLeg[];
}

/** `hold`: what it hears meanwhile. */
export type Change = Omit<LegChange, 'hold'> & { hold?: 'ring' | 'hold' | null };

/** To be done after a move, in order. `sid`: of a user's call, for the book of calls; `leg`: the carrier's name. */
export type Act =
  /** The rows of the other phones end with it. */
  | { act: 'answered'; sid: string }
  | { act: 'ended'; sid: string; outcome: CallOutcome }
  | { act: 'watch_ended'; sid: string }
  | { act: 'wait_ended'; sid: string; how: 'gave_up' | 'failed' }
  | { act: 'passed_on'; sid: string }
  | { act: 'told_recording'; sid: string; state: 'on' | 'paused' | 'off' }
  | { act: 'hang_up'; leg: string }
  /** While others talk on. */
  | { act: 'leave'; leg: string }
  /** Everybody who is still there. `outcome`: of a side that was never answered. */
  | { act: 'end'; outcome: CallOutcome }
  | { act: 'change'; leg: string; change: Change }
  | { act: 'take_message'; leg: string }
  | { act: 'announce' }
  | { act: 'record'; leg: string }
  /** Names are null while it is only announced. */
  | { act: 'change_recording'; leg: string | null; recording: string | null; to: 'paused' | 'running' | 'stopped' };

/** How a leg ended. `gone`: it hung up, or nobody knows more. */
export type LegEnd = 'gone' | 'declined' | 'busy' | 'no_answer' | 'failed';

export const isTalker = ({ part, state }: CallLeg) => state === 'talking' && (part === 'caller' || part === 'called');
export const ringingOf = ({ legs }: CallState) => legs.filter(({ part, state }) => state === 'ringing' && part === 'called');
export const askedOf = ({ legs }: CallState) => legs.find(({ part, state }) => part === 'asked' && state !== 'ended');
/** The other side. */
export const farOf = ({ legs }: CallState, mine: CallLeg) => legs.find((leg) => isTalker(leg) && leg !== mine);
export const legOf = ({ legs }: CallState, label: string) => legs.find((leg) => leg.label === label);

export const hangUp = ({ carrier_sid: leg }: CallLeg): Act[] => (leg === null ? [] : [{ act: 'hang_up', leg }]);
export const change = ({ carrier_sid: leg }: CallLeg, wanted: Change): Act[] =>
  leg === null ? [] : [{ act: 'change', leg, change: wanted }];
export const ended = ({ sid }: CallLeg, outcome: CallOutcome): Act[] => (sid === null ? [] : [{ act: 'ended', sid, outcome }]);

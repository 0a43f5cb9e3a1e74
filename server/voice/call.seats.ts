// Which phones hear each other, and what is played to those who wait, by how the call stands.
import type { WatchMode } from '#contract/callLists.ts';
import { askedOf, type CallLeg, type CallState, isTalker } from '#kernel/voice/callState.ts';
import type { Seat } from './bridge.ts';
import type { Leg } from './legs.ts';
import type { Side } from './recorder.ts';
import { holdMusic, ringBack } from './sound.ts';

export const otherOf = (side: Side): Side => (side === 0 ? 1 : 0);

export interface Seating {
  call: CallState;
  /** The phones in the call, by label. */
  phones: ReadonlyMap<string, Leg>;
  /** The sound that waiting phones hear. */
  waits: ReadonlyMap<string, 'ring' | 'hold'>;
  /** Whether phones ring, for the one who has called. */
  isRung: boolean;
  /** How leaders take part. Empty until both sides know of it. */
  modes: ReadonlyMap<string, WatchMode>;
}

interface Seated {
  hears: Map<Seat, Seat[]>;
  recorded: Seat[];
  /** Instead; null: nothing. */
  plays: Map<Seat, Buffer | null>;
}

export function arrange(seating: Seating): Seated {
  const { call, phones } = seating;
  const hears = new Map<Seat, Seat[]>();
  const seatsOf = (legs: readonly CallLeg[]) => legs.flatMap(({ label }) => phones.get(label)?.seat ?? []);
  for (const leg of call.legs) for (const seat of seatsOf([leg])) hears.set(seat, seatsOf(heardBy(leg, seating)));
  const plays = new Map(call.legs.filter(isTalker).flatMap((leg) => seatsOf([leg]).map((seat) => [seat, played(leg, seating)])));
  const isWhole = call.asking === null && !call.held;
  const recorded = isWhole ? call.legs.filter((leg) => isTalker(leg) || seating.modes.get(leg.label) === 'join') : [];
  return { hears, recorded: seatsOf(recorded), plays };
}

function heardBy(leg: CallLeg, { call, waits, modes }: Seating): CallLeg[] {
  const isAsked = ({ part, state }: CallLeg) => part === 'asked' && state === 'talking';
  const talkers = call.legs.filter((one) => (isTalker(one) || isAsked(one)) && !waits.has(one.label));
  const mode = modes.get(leg.label);
  const modeOf = ({ label }: CallLeg) => modes.get(label);
  // The colleague who is asked has not heard that somebody listens: leaders hear nothing of this.
  const watchers = call.asking === null ? call.legs.filter(modeOf) : [];
  if (!mode) {
    if (!talkers.includes(leg)) return [];
    // A user who put the other side on hold speaks with their own leaders meanwhile.
    const isOf = (one: CallLeg) => one.watches === leg.sid && modeOf(one) !== 'listen';
    const speaking = watchers.filter((one) => isOf(one) || (!call.held && modeOf(one) === 'join'));
    return [...talkers.filter((one) => one !== leg), ...speaking];
  }
  if (!watchers.includes(leg)) return [];
  if (call.held) return talkers.filter(({ sid }) => sid === leg.watches);
  return [...talkers, ...watchers.filter((one) => one !== leg && modeOf(one) === 'join')];
}

function played(leg: CallLeg, { call, waits, isRung }: Seating): Buffer | null {
  const wait = waits.get(leg.label);
  if (wait) return wait === 'ring' ? ringBack : holdMusic;
  if (call.wait_until !== null) return holdMusic;
  if (call.state === 'ringing') return isRung ? ringBack : null;
  return leg.sid !== null && leg.sid === call.asking && askedOf(call)?.state === 'ringing' ? ringBack : null;
}

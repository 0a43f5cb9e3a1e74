// Which phones hear each other, by the state of the call: the two sides, a colleague who is asked, and
// leaders who take part.
import type { WatchMode } from '#contract/callLists.ts';
import type { Seat } from './bridge.ts';
import type { Leg } from './legs.ts';
import type { Side } from './recorder.ts';
import { holdMusic, ringBack } from './sound.ts';

export const otherOf = (side: Side): Side => (side === 0 ? 1 : 0);

export interface Watcher {
  leg: Leg;
  /** Of the agent whose call it is. */
  side: Side;
  mode: WatchMode;
}

export type CallState = 'ringing' | 'queued' | 'talking' | 'message' | 'ended';

export interface Seating {
  legs: readonly [Leg | null, Leg | null];
  state: CallState;
  /** Hears that phones ring. */
  rings: Side | null;
  /** Waits with music. */
  held: Side | null;
  /** `side` asks; `colleague`: null until they answered. */
  asking: { side: Side; colleague: Leg | null } | null;
  /** Those who may hear the call: both sides know of it. */
  watchers: readonly Watcher[];
}

interface Hearing {
  hears: Map<Seat, Seat[]>;
  recorded: Seat[];
}
interface Seated extends Hearing {
  /** Instead; null: nothing. */
  plays: Map<Seat, Buffer | null>;
}

const seatsOf = (legs: readonly (Leg | null | undefined)[]): Seat[] => legs.flatMap((leg) => leg?.seat ?? []);

export function arrange(seating: Seating): Seated {
  const plays = new Map<Seat, Buffer | null>();
  for (const side of [0, 1] as const) {
    const seat = seating.legs[side]?.seat;
    if (seat) plays.set(seat, playedTo(side, seating));
  }
  return { ...hearing(seating), plays };
}

function playedTo(side: Side, { state, rings, held, asking }: Seating): Buffer | null {
  if (rings === side) return ringBack;
  if (asking?.side === side) return asking.colleague ? null : ringBack;
  return state === 'queued' || (state === 'talking' && (asking !== null || held === side)) ? holdMusic : null;
}

function hearing({ legs, held, asking, watchers }: Seating): Hearing {
  const hears = new Map<Seat, Seat[]>();
  const set = (leg: Leg | null | undefined, ...heard: (Leg | null | undefined)[]) => {
    if (leg?.seat) hears.set(leg.seat, seatsOf(heard));
  };
  if (asking) {
    // The colleague has not heard that somebody listens: leaders hear nothing of this.
    set(legs[asking.side], asking.colleague);
    set(asking.colleague, legs[asking.side]);
    return { hears, recorded: [] };
  }
  const heardBy = (side: Side) =>
    watchers.filter(({ mode, side: own }) => mode === 'join' || (mode === 'whisper' && own === side)).map(({ leg }) => leg);
  const joined = watchers.filter(({ mode }) => mode === 'join').map(({ leg }) => leg);
  if (held !== null) {
    // Who put the other side on hold speaks with their own leaders meanwhile.
    const side = otherOf(held);
    const own = watchers.filter((watcher) => watcher.side === side);
    set(legs[side], ...own.filter(({ mode }) => mode !== 'listen').map(({ leg }) => leg));
    for (const { leg } of own) set(leg, legs[side]);
    return { hears, recorded: [] };
  }
  for (const side of [0, 1] as const) set(legs[side], legs[otherOf(side)], ...heardBy(side));
  for (const { leg } of watchers) set(leg, ...legs, ...joined.filter((other) => other !== leg));
  return { hears, recorded: seatsOf([...legs, ...joined]) };
}

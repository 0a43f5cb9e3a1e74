// Both sides hear that the call may be recorded and listened to, before it is: each at least once.
import type { Bridge } from './bridge.ts';
import type { Leg } from './legs.ts';
import { prompts } from './sound.ts';

/** A key that is pressed meanwhile breaks it off: then it begins again, so many times. */
const tries = 5;

export function createNotice(bridge: Bridge) {
  const told = new Set<Leg>();
  const running = new Map<Leg, Promise<void>>();

  async function say(leg: Leg): Promise<void> {
    for (let count = 0; count < tries && leg.seat; count++) {
      if (!(await bridge.play(leg.seat, prompts().recorded))) continue;
      told.add(leg);
      return;
    }
  }
  function tell(leg: Leg): Promise<void> {
    const saying = running.get(leg) ?? say(leg).finally(() => running.delete(leg));
    running.set(leg, saying);
    return saying;
  }

  return {
    /** Plays it also to phones that heard it before. */
    again: (legs: readonly Leg[]) => Promise.all(legs.map(tell)),
    once: (legs: readonly Leg[]) => Promise.all(legs.filter((leg) => !told.has(leg)).map(tell)),
    wasHeardBy: (legs: readonly Leg[]) => legs.every((leg) => told.has(leg)),
  };
}

// Phones that ring for a call, by its sid of each: all devices of a user, or a handset.
import type { CallParts, Wanted } from './call.parts.ts';
import type { Device } from './devices.ts';
import { closeLeg, createLeg, type Leg, sayCancel, sayInvite } from './legs.ts';

/** `none`: no phone is open. */
export type Rung = 'rings' | 'busy' | 'none';

export function createRings(parts: CallParts) {
  const branches = new Map<string, Wanted & { legs: Leg[] }>();
  const branchOf = (leg: Leg) => {
    const branch = branches.get(leg.sid);
    return branch?.legs.includes(leg) ? branch : undefined;
  };

  async function ringAt(sid: string, device: Device): Promise<void> {
    const branch = branches.get(sid);
    if (!branch) return;
    const leg = createLeg(device, parts.newMedia(), sid, sid);
    branch.legs.push(leg);
    parts.added(leg);
    try {
      leg.sdp = await leg.media.offer();
    } catch (err) {
      parts.log.warn({ err }, 'a phone could not be rung');
      return drop(leg);
    }
    if (branch.legs.includes(leg)) sayInvite(leg, branch);
    else drop(leg);
  }

  function drop(leg: Leg) {
    const branch = branches.get(leg.sid);
    if (branch) branch.legs = branch.legs.filter((other) => other !== leg);
    closeLeg(leg);
    parts.removed(leg);
  }

  /** None of its devices rings any more. `told`: that phone knows. */
  function stop(sid: string, told?: Leg) {
    for (const leg of branches.get(sid)?.legs ?? []) {
      if (leg !== told) sayCancel(leg);
      drop(leg);
    }
  }

  return {
    async ring(wanted: Wanted): Promise<Rung> {
      const { sid, identity, ring } = wanted;
      branches.set(sid, { ...wanted, legs: [] });
      const isBusy = parts.isBusy(identity);
      const devices = isBusy ? [] : parts.devicesOf(identity);
      await Promise.all(devices.map((device) => ringAt(sid, device)));
      if (ring === null) return 'rings'; // as a number outside does
      if (isBusy) return 'busy';
      return devices.length > 0 ? 'rings' : 'none';
    },
    ringAt,
    stop,
    stopAll() {
      for (const sid of branches.keys()) stop(sid);
      branches.clear();
    },
    has: (leg: Leg) => branchOf(leg) !== undefined,
    /** This phone rings no more, and its other devices stop. False: it did not ring. */
    take(leg: Leg): boolean {
      const branch = branchOf(leg);
      if (!branch) return false;
      branch.legs = branch.legs.filter((other) => other !== leg);
      stop(leg.sid);
      return true;
    },
    /** A phone whose socket is gone: it may open again. True if it was one of them. */
    lose(leg: Leg): boolean {
      const isOne = branchOf(leg) !== undefined;
      if (isOne) drop(leg);
      return isOne;
    },
    /** The rings that a newly opened device may join, by sid. */
    sidsFor: ({ phone }: Device): string[] =>
      [...branches.values()].flatMap(({ identity, sid }) => (identity === phone?.identity ? sid : [])),
  };
}

// Phones that ring for one call, until one of them answers: all devices of each user, or a handset.
import type { Ring } from './book.ts';
import type { CallParts } from './call.parts.ts';
import type { Call } from './call.ts';
import type { Device } from './devices.ts';
import { closeLeg, createLeg, type Leg, newSid, sayCancel, sayInvite } from './legs.ts';

export interface Wanted {
  /** Of the called, by the identities of their devices. */
  rings: { identity: string; ring: Ring }[];
  /** An outside number whose handset rings: the demo alone. */
  handset: { identity: string; from: string } | null;
  to: string;
}

/** Phones that ring for one user, or for one outside number. */
interface Branch {
  identity: string;
  /** Null: an outside number, which has no row. */
  ring: Ring | null;
  from: string;
  sid: string;
  legs: Leg[];
  /** Whether it has a phone that can ring. */
  isReached: boolean;
}

export type RingGroup = ReturnType<typeof createRingGroup>;

export function createRingGroup(parts: CallParts, call: () => Call, { rings, handset, to }: Wanted) {
  const branchOf = (identity: string, ring: Ring | null, from: string): Branch => {
    return { identity, ring, from, sid: ring?.sid ?? newSid(), legs: [], isReached: ring === null };
  };
  let branches = rings.map(({ identity, ring }) => branchOf(identity, ring, ring.from));
  if (handset) branches.push(branchOf(handset.identity, null, handset.from));
  const busy = branches.filter(({ identity }) => parts.isBusy(identity));
  let isOver = false;
  const ofLeg = (leg: Leg) => branches.find(({ legs }) => legs.includes(leg));

  async function ringAt(branch: Branch, device: Device): Promise<void> {
    if (isOver) return;
    const leg = createLeg(device, parts.newMedia(), branch.sid, branch.sid);
    branch.isReached = true;
    branch.legs.push(leg);
    parts.added(leg, call());
    try {
      leg.sdp = await leg.media.offer();
    } catch (err) {
      parts.log.warn({ err }, 'a phone could not be rung');
      return drop(branch, leg);
    }
    if (isOver || !branch.legs.includes(leg)) return drop(branch, leg);
    const { ring, from } = branch;
    sayInvite(leg, { from, to, ring });
  }

  function drop(branch: Branch, leg: Leg) {
    branch.legs = branch.legs.filter((other) => other !== leg);
    closeLeg(leg);
    parts.removed(leg);
  }

  function stop(branch: Branch, told?: Leg) {
    for (const leg of branch.legs) {
      if (leg !== told) sayCancel(leg);
      drop(branch, leg);
    }
    branch.isReached = false;
  }

  const cancel = () => {
    isOver = true;
    for (const branch of branches) stop(branch);
  };

  return {
    async start(): Promise<void> {
      const free = branches.filter((branch) => !busy.includes(branch));
      await Promise.all(free.flatMap((branch) => parts.devicesOf(branch.identity).map((device) => ringAt(branch, device))));
    },
    isReached: () => branches.some((branch) => branch.isReached),
    wasBusy: () => busy.length > 0,
    has: (leg: Leg) => ofLeg(leg) !== undefined,
    /** Of those whose end nobody has reported. */
    rows: (): Ring[] => branches.flatMap(({ ring }) => ring ?? []),
    /**
     * This phone is no longer one of them; the others stop. Their rows end when its answer is written down.
     */
    take(leg: Leg): boolean {
      const branch = isOver ? undefined : ofLeg(leg);
      if (!branch) return false;
      branch.legs = branch.legs.filter((other) => other !== leg);
      cancel();
      branches = [];
      return true;
    },
    cancel,
    /** Its user declined. Answers their row, which is one of `rows` still. */
    decline(leg: Leg): Ring | null {
      const branch = ofLeg(leg);
      if (branch) stop(branch, leg);
      return branch?.ring ?? null;
    },
    /** Its end is reported. */
    forget(ring: Ring) {
      branches = branches.filter((branch) => branch.ring !== ring);
    },
    /** A phone whose socket is gone: it may open again. True if it was one of them. */
    lose(leg: Leg): boolean {
      const branch = ofLeg(leg);
      if (branch) drop(branch, leg);
      return branch !== undefined;
    },
    /** A phone that opens meanwhile rings too. */
    async join(device: Device): Promise<void> {
      const branch = isOver ? undefined : branches.find(({ identity }) => identity === device.phone?.identity);
      if (branch && !branch.legs.some((leg) => leg.device === device)) await ringAt(branch, device);
    },
  };
}

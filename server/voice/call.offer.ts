// A caller who waits is offered to somebody who has become free: their phones ring for a while.
import { setTimeout as pause } from 'node:timers/promises';
import type { CallOutcome } from '#contract/callLists.ts';
import type { Ring } from './book.ts';
import type { CallParts } from './call.parts.ts';
import { createRingGroup, type RingGroup } from './call.rings.ts';
import type { Call } from './call.ts';

interface Table {
  parts: CallParts;
  call(): Call;
  isQueued(): boolean;
  set(group: RingGroup | null): void;
  reportEnd(ring: Ring, outcome: CallOutcome): Promise<void>;
}

/** Milliseconds between two looks. */
const step = 50;

/** False: they did not take it, and the caller goes on waiting. */
export const createOffer =
  ({ parts, call, isQueued, set, reportEnd }: Table) =>
  async (ring: Ring, identity: string, to: string): Promise<boolean> => {
    if (!isQueued()) {
      await reportEnd(ring, 'missed');
      return true;
    }
    const group = createRingGroup(parts, call, { rings: [{ identity, ring }], handset: null, to });
    set(group);
    await group.start();
    const until = performance.now() + parts.pace.offer;
    while (isQueued() && group.isReached() && performance.now() < until) await pause(step, undefined, { ref: false });
    if (!isQueued()) return true;
    set(null);
    group.cancel();
    for (const each of group.rows()) await reportEnd(each, 'missed');
    return false;
  };

// Sends what is due. Messages are claimed in one transaction, sent outside of any, and settled in another: a process that dies in between leaves
// them `sending`, and the next holder of the lease finds out what became of them. None is ever sent twice by itself.
import { setTimeout } from 'node:timers/promises';
import type { SendChannel } from '#contract/sendLists.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { isQuiet } from '#kernel/jobs/quiet.ts';
import { type Batch, type Lost, listLost } from './sends.claim.ts';
import { endLease, leaseMs, type SendLane, takeLease } from './sends.lane.ts';
import { slowDown } from './sends.pace.ts';
import { type Settled, settle, type Written } from './sends.settle.ts';

/** Milliseconds: after a slice other companies have their turn. */
const sliceMs = 10_000;
/** Messages of a batch: at first, and at most. In between, as many as the other side takes in two seconds. */
const [firstBatch, largestBatch, batchMs] = [100, 500, 2_000];

/** How one channel hands its messages over. The engine knows none of them. */
export interface Courier<M> {
  /** Messages in each batch, if that is fixed. */
  batch?: number;
  /** How many of them at a time. */
  atOnce: number;
  /** Milliseconds that one message may take. */
  patience: number;
  claim(tx: Tx, lease: string, limit: number): Promise<Batch<M> | null>;
  send(message: M, batch: BatchRun): Promise<Settled>;
  /** Finds the outcome of a message whose worker died. */
  find(lost: Lost): Promise<Settled>;
  /** Acts on the outcomes that were written. */
  heed?(tx: Tx, written: readonly Written[]): Promise<void>;
}

export interface BatchRun {
  /**
   * Milliseconds: later nothing is handed over, as another worker may have taken the lane before it is done.
   */
  last: number;
  /** Receivers, or numbers, that got too much. */
  slow: Set<string>;
}

/** Sends for at most a slice of time, and gives the lease back. Without a courier nothing leaves. */
export async function deliverDue<M>(
  ctx: WorkCtx,
  lane: SendLane,
  courier: Courier<M> | null,
  signal: AbortSignal,
): Promise<void> {
  const { db } = ctx.platform;
  const { channel } = lane;
  const lease = await inTenant(ctx, (tx) => takeLease(tx, channel));
  if (lease === null) return;
  const end = performance.now() + sliceMs;
  let more = false;
  let size = firstBatch;
  try {
    if (courier) await settleLost(ctx, channel, lease, courier);
    while (courier && !signal.aborted && !(await isQuiet(db, ctx.actor.companyId))) {
      more = performance.now() >= end;
      if (more) return;
      const claimed = await claim(ctx, lease, courier, size);
      if (claimed === null || claimed.taken === 0) return;
      const slow = new Set<string>();
      const began = performance.now();
      const last = claimed.until.getTime() - courier.patience;
      const settled = await inParallel(claimed.messages, courier.atOnce, (message) => courier.send(message, { last, slow }));
      const fitting = (claimed.messages.length * batchMs) / (performance.now() - began);
      size = Math.round(Math.min(largestBatch, Math.max(firstBatch, fitting)));
      // The outcome of sent messages is written whatever happens: else they would be asked for, or stay unknown.
      await retried(() => inTenant(ctx, (tx) => settle(tx, settled, courier.heed)));
      if (slow.size > 0) await inTenant(ctx, (tx) => slowDown(tx, channel, [...slow]));
    }
  } finally {
    await inTenant(ctx, (tx) => endLease(tx, lane, lease, more));
  }
}

/** In one transaction with those that the gate stops. */
const claim = <M>(ctx: WorkCtx, lease: string, { claim, batch, heed }: Courier<M>, size: number): Promise<Batch<M> | null> =>
  inTenant(ctx, async (tx) => {
    const claimed = await claim(tx, lease, batch ?? size);
    if (claimed) await settle(tx, claimed.stopped, heed);
    return claimed;
  });

/** Settles a dead worker's messages: sent, if the other side has it; queued again, if it surely has not; else unknown. */
async function settleLost<M>(
  ctx: WorkCtx,
  channel: SendChannel,
  lease: string,
  { atOnce, find, heed }: Courier<M>,
): Promise<void> {
  const lost = await inTenant(ctx, (tx) => listLost(tx, channel, lease, new Date(tx.clock().getTime() - leaseMs)));
  const settled = await inParallel(lost, atOnce, find);
  await inTenant(ctx, (tx) => settle(tx, settled, heed));
}

/** In the order of the items, a few at a time. */
async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Five tries in some seconds: the database may restart, or two transactions may be in each other's way. */
export async function retried<T>(work: () => Promise<T>, pause = 200): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt === 5) throw error;
      await setTimeout(pause * 2 ** attempt);
    }
}

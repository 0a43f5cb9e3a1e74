// When a message that surely did not leave is tried next.
import type { WorkCtx } from '#kernel/context.ts';
import type { Settled } from './sends.settle.ts';

const maxTries = 8;

/** Later, or never after so many tries. `seconds`: the other side said when. */
export function again(ctx: WorkCtx, about: Omit<Settled, 'state'>, tries: number, seconds: number | null = null): Settled {
  if (tries >= maxTries) return { ...about, state: 'failed', reason: 'unavailable' };
  const due = new Date(ctx.clock().getTime() + (seconds ? seconds * 1_000 : 30_000 * 2 ** tries));
  return { ...about, state: 'queued', reason: 'unavailable', due_at: due.toISOString() };
}

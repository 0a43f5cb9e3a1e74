// Deletes what is kept no longer: in batches, so that no transaction holds many rows.
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';

export const forgetBatch = 10_000;

/** Each deletes at most `forgetBatch` rows of the company, and answers how many; it runs until it finds fewer. */
export async function forgetInBatches(ctx: WorkCtx, works: readonly ((tx: Tx) => Promise<number>)[]): Promise<void> {
  for (const forget of works) {
    let forgotten = forgetBatch;
    while (forgotten === forgetBatch) forgotten = await inTenant(ctx, forget);
  }
}

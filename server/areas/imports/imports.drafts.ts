// Looked-at files that nobody started: they go a day later.
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';

const day = 86_400_000;

/** Asked for with every draft, an hour after it may go. */
export const tidyLater = (tx: Tx) => tx.enqueue('imports.tidy', {}, { runAt: new Date(tx.clock().getTime() + day + day / 24) });

/** All of the company's: where one's own tidying was lost, the next one's makes up for it. */
export async function tidyDrafts(ctx: WorkCtx): Promise<void> {
  const gone = await inTenant(ctx, (tx) =>
    tx.db
      .deleteFrom('import_attempts')
      .where('company_id', '=', tx.companyId)
      .where('status', '=', 'draft')
      .where('created_at', '<', new Date(tx.clock().getTime() - day).toISOString())
      .returning('file_key')
      .execute(),
  );
  await Promise.all(gone.map(async ({ file_key }) => file_key && ctx.platform.storage.remove(file_key)));
}

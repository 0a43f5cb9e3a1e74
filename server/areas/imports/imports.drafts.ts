// Looked-at files that nobody started: they go a day later, and sooner where somebody looks at more of them: each is on our disk.
import { sql } from 'kysely';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { dropFiles } from '#kernel/files.ts';
import { importFile } from './imports.queries.ts';

const day = 86_400_000;
/** Drafts that a person may have. */
const most = 10;

/** Asked for with every draft: now for those beyond the newest, and an hour after it may go itself. */
export function askForTidying(tx: Tx): void {
  tx.enqueue('imports.tidy', {});
  tx.enqueue('imports.tidy', {}, { runAt: new Date(tx.clock().getTime() + day + day / 24) });
}

/** All of the company's: where one's own tidying was lost, the next one's makes up for it. */
export async function tidyDrafts(ctx: WorkCtx): Promise<void> {
  await inTenant(ctx, async (tx) => {
    const gone = await tx.db
      .deleteFrom('import_attempts')
      .where('company_id', '=', tx.companyId)
      .where('status', '=', 'draft')
      .where(
        sql<boolean>`(created_at < ${new Date(tx.clock().getTime() - day)} or id in (
          select id from (select id, row_number() over (partition by asked_by order by id desc) as place from import_attempts
            where company_id = ${tx.companyId} and status = 'draft') drafts where place > ${most}))`,
      )
      .returning('id')
      .execute();
    await dropFiles(tx, { kind: importFile, owners: gone.map(({ id }) => id) });
  });
}

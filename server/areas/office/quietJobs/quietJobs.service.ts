// The administrators' switch that pauses the company's long work. kernel/jobs/quiet.ts describes the effect on
// jobs.
import type { QuietJobs } from '#contract/quietJobs.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { letGoOn } from '#kernel/jobs/quiet.ts';

export async function getQuietJobs(tx: Tx): Promise<QuietJobs> {
  const { quiet_since, held_since } = await tx.db
    .selectFrom('companies')
    .select(['quiet_since', 'held_since'])
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  const { waiting } = await tx.db
    .selectFrom('waiting_jobs')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('company_id', '=', tx.companyId)
    .executeTakeFirstOrThrow();
  return { since: held_since ?? quiet_since, by_operator: held_since !== null, waiting };
}

export async function setQuiet(tx: Tx, quiet: boolean): Promise<QuietJobs> {
  const { quiet_since } = await tx.db
    .selectFrom('companies')
    .select('quiet_since')
    .where('company_id', '=', tx.companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if ((quiet_since !== null) !== quiet) {
    const quiet_since = quiet ? tx.clock() : null;
    await tx.db.updateTable('companies').set({ quiet_since }).where('company_id', '=', tx.companyId).execute();
    if (!quiet) await letGoOn(tx.db, tx.companyId);
    const of = { type: 'company', id: tx.companyId };
    await audit(tx, { action: 'jobs.quiet_changed', of, before: { quiet: !quiet }, after: { quiet } });
    tx.tell({ event: 'me.changed' }, { to: 'company' });
  }
  return getQuietJobs(tx);
}

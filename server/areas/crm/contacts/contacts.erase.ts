// Contacts deleted longer ago than the company keeps them are erased for good, every night.
import { sql } from 'kysely';
import type { Attached } from '#kernel/attached.ts';
import { audit } from '#kernel/audit.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { getSetting } from '#kernel/settings.ts';
import { retentionDays } from './contacts.officeSettings.ts';

const batchSize = 1_000;

/**
 * Each batch commits by itself: the next night erases what a crash left. `attached`:
 * what becomes of a contact's rows.
 */
export async function eraseContacts(ctx: WorkCtx, attached: readonly Attached[], { signal, movedOn }: Steps): Promise<void> {
  let erased = batchSize;
  while (erased === batchSize && !signal.aborted) {
    erased = await inTenant(ctx, (tx) => eraseBatch(tx, attached));
    await movedOn?.();
  }
}

async function eraseBatch(tx: Tx, attached: readonly Attached[]): Promise<number> {
  const days = await getSetting(tx, retentionDays);
  const before = sql`${tx.clock()}::timestamptz - make_interval(days => ${days})`;
  // An undo that deletes a contact again gives it its old day back:
  // the period begins when it was last changed.
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c
    where c.company_id = ${tx.companyId} and c.deleted_at < ${before} and c.updated_at < ${before} and c.id in (
      select d.id from contacts d where d.company_id = ${tx.companyId} and d.deleted_at < ${before} and d.updated_at < ${before}
        and d.merged_into is null order by d.deleted_at limit ${batchSize})
    order by c.id for update`.execute(tx.db);
  const ids = await withMerged(
    tx,
    rows.map(({ id }) => id),
  );
  if (ids.length === 0) return 0;
  for (const each of attached) {
    if (each.of !== 'contact' || each.purge === 'keep') continue;
    const where = sql`where company_id = ${tx.companyId} and ${sql.ref(each.column)} = any(${ids}::bigint[])`;
    if (each.purge === 'drop') await sql`delete from ${sql.table(each.table)} ${where}`.execute(tx.db);
    else {
      const emptied = each.purge.empty.map((column) => sql`${sql.ref(column)} = default`);
      await sql`update ${sql.table(each.table)} set ${sql.join(emptied)} ${where}`.execute(tx.db);
    }
  }
  await sql`delete from contacts where company_id = ${tx.companyId} and id = any(${ids}::bigint[])`.execute(tx.db);
  await audit(tx, {
    action: 'contacts.erased',
    of: { type: 'company', id: tx.companyId },
    after: { contacts: ids.length, days },
  });
  return rows.length;
}

/** And what was merged into these: its history is told with theirs, so it lives and goes with them. */
async function withMerged(tx: Tx, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive gone as (
      select id from unnest(${ids}::bigint[]) id
      union select c.id from gone g join contacts c on c.company_id = ${tx.companyId} and c.merged_into = g.id)
    select id from gone`.execute(tx.db);
  return rows.map(({ id }) => id);
}

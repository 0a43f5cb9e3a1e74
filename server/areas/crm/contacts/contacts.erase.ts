// Contacts deleted longer ago than the company keeps them are erased for good, every night.
import { sql } from 'kysely';
import type { Attached } from '#kernel/attached.ts';
import { audit } from '#kernel/audit.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { getSetting } from '#kernel/settings.ts';
import { retentionDays } from './contacts.officeSettings.ts';

const batchSize = 1_000;

/** `attached`: what becomes of every row that belongs to a contact. Each batch commits by itself: what a crash leaves is erased the next night. */
export async function eraseContacts(ctx: WorkCtx, attached: readonly Attached[], { signal, movedOn }: Steps): Promise<void> {
  let erased = batchSize;
  while (erased === batchSize && !signal.aborted) {
    erased = await inTenant(ctx, (tx) => eraseBatch(tx, attached));
    await movedOn?.();
  }
}

async function eraseBatch(tx: Tx, attached: readonly Attached[]): Promise<number> {
  const days = await getSetting(tx, retentionDays);
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c
    where c.company_id = ${tx.companyId} and c.deleted_at < ${tx.clock()}::timestamptz - make_interval(days => ${days})
    order by c.deleted_at limit ${batchSize} for update`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  for (const each of attached) {
    if (each.of !== 'contact' || each.purge === 'keep') continue;
    const where = sql`where company_id = ${tx.companyId} and ${sql.ref(each.column)} = any(${ids}::bigint[])`;
    if (each.purge === 'drop') await sql`delete from ${sql.table(each.table)} ${where}`.execute(tx.db);
    else {
      const emptied = each.purge.empty.map((column) => sql`${sql.ref(column)} = null`);
      await sql`update ${sql.table(each.table)} set ${sql.join(emptied)} ${where}`.execute(tx.db);
    }
  }
  await sql`delete from contacts where company_id = ${tx.companyId} and id = any(${ids}::bigint[])`.execute(tx.db);
  await audit(tx, {
    action: 'contacts.erased',
    of: { type: 'company', id: tx.companyId },
    after: { contacts: ids.length, days },
  });
  return ids.length;
}

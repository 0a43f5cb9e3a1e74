// "Not duplicates": each two of these contacts are different people.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

export async function dismissDuplicates(tx: Tx, { ids, dismissed }: { ids: number[]; dismissed: boolean }): Promise<void> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c
    where c.company_id = ${tx.companyId} and c.id = any(${wanted}::bigint[]) and ${inReach(await reachOfActor(tx))}`.execute(
    tx.db,
  );
  if (rows.length < wanted.length) throw fail('not_found');
  if (!dismissed) {
    await sql`delete from duplicate_dismissals where company_id = ${tx.companyId}
      and contact_id = any(${wanted}::bigint[]) and other_contact_id = any(${wanted}::bigint[])`.execute(tx.db);
    return;
  }
  const pairs = wanted.flatMap((id, index) => wanted.slice(index + 1).map((other) => [id, other] as const));
  await sql`
    insert into duplicate_dismissals (company_id, contact_id, other_contact_id, dismissed_by)
    select ${tx.companyId}::bigint, p.id, p.other, ${tx.actor.userId}::bigint
    from unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, other]) => other)}::bigint[]) p(id, other)
    on conflict do nothing`.execute(tx.db);
}

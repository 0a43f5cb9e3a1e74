// Undoing a bulk action: another bulk action, whose contacts are those that the first one changed.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { BulkAction, listKeptByUndo } from '#contract/bulk.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { lockBulkAction } from './bulk.end.ts';
import { getBulkAction, undoBulkAction } from './bulk.service.ts';

export async function startUndo(tx: Tx, operations: Operation[], id: number): Promise<BulkAction> {
  await getBulkAction(tx, operations, id); // 404 where it is not theirs to see
  await lockBulkAction(tx, id);
  const action = await getBulkAction(tx, operations, id); // again: nobody else can start its undo now
  if (!action.can.undo) throw fail('bulk.nothing_to_undo');
  return undoBulkAction(tx, id);
}

type Kept = AnswerOf<typeof listKeptByUndo>;

export async function listKept(
  tx: Tx,
  operations: Operation[],
  id: number,
  { after = 0, limit }: { after?: number | undefined; limit: number },
): Promise<Kept> {
  await getBulkAction(tx, operations, id);
  const { rows } = await sql<Kept['data'][number]>`
    select json_build_object('id', k.contact_id, 'name', trim(c.first_name || ' ' || c.last_name)) as contact, k.fields, k.changed_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as changed_by
    from bulk_action_kept k
    join contacts c on c.company_id = ${tx.companyId} and c.id = k.contact_id and ${inReach(await reachOfActor(tx))}
    left join users u on u.company_id = ${tx.companyId} and u.id = k.changed_by
    where k.company_id = ${tx.companyId} and k.bulk_action_id = ${id} and k.contact_id > ${after}
    order by k.contact_id limit ${limit + 1}`.execute(tx.db);
  const data = rows.slice(0, limit);
  return { data, meta: { next: rows.length > limit ? (data.at(-1)?.contact.id ?? null) : null } };
}

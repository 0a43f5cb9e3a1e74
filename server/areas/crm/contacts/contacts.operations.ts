// What bulk actions do to contacts.
import { sql } from 'kysely';
import { z } from 'zod';
import { mustAssignTo } from '#areas/identity/users/users.service.ts';
import { Id } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { operation } from '#kernel/jobs/operations.ts';

/** To a person or into a pool. */
const Holder = z.union([z.object({ owner_id: Id }), z.object({ pool_id: Id })]);
type Holder = z.output<typeof Holder>;

export const assignOperation = operation({
  name: 'assign',
  permission: 'contacts.bulk',
  input: Holder,
  labels: { doing: 'Handing over', done: 'Handed over' },
  batch: assignBatch,
});

/** One statement: contacts and journal. Those that are there already do not change. */
async function assignBatch(tx: Tx, contactIds: number[], to: Holder, bulkActionId: number): Promise<number> {
  await mustAssignTo(tx, to);
  const { owner_id, pool_id } = { owner_id: null, pool_id: null, ...to };
  const { rows } = await sql`
    with wanted as (
      select c.id, c.owner_id, c.pool_id from contacts c
      where c.company_id = ${tx.companyId} and c.id = any(${contactIds}::bigint[]) and c.deleted_at is null for update
    ), written as (
      update contacts c set owner_id = ${owner_id}::bigint, pool_id = ${pool_id}::bigint, version = c.version + 1, updated_at = now()
      from wanted w where c.company_id = ${tx.companyId} and c.id = w.id
        and (w.owner_id is distinct from ${owner_id}::bigint or w.pool_id is distinct from ${pool_id}::bigint)
      returning c.id, w.owner_id, w.pool_id
    )
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, bulk_action_id, before, after)
    select ${tx.companyId}::bigint, id, 'assigned', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${bulkActionId}::bigint,
      jsonb_build_object('owner_id', owner_id, 'pool_id', pool_id),
      jsonb_build_object('owner_id', ${owner_id}::bigint, 'pool_id', ${pool_id}::bigint)
    from written returning contact_id`.execute(tx.db);
  return rows.length;
}

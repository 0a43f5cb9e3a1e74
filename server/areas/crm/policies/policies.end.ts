// Every night: policies whose last day has passed are terminated.
import { sql } from 'kysely';
import { tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { followPolicies } from './policies.kinds.ts';

const batchSize = 500;

export async function endPolicies(ctx: WorkCtx, _: object, { signal, movedOn }: Steps): Promise<void> {
  while (!signal.aborted && (await inTenant(ctx, endBatch)) > 0) await movedOn?.();
}

/**
 * Answers the number of contacts whose policies ended. Runs at night in the company's time zone, when the day there and in UTC
 * is the same. Locks contacts first, as edits do.
 */
async function endBatch(tx: Tx): Promise<number> {
  const due = sql`p.status = 'in_force' and p.deleted_at is null and p.termination_date < ${tx.clock().toISOString().slice(0, 10)}::date`;
  const { rows: contacts } = await sql<{ id: number; owner_id: number | null; pool_id: number | null }>`
    select c.id, c.owner_id, c.pool_id from contacts c
    where c.company_id = ${tx.companyId} and c.id in (
      select p.contact_id from policies p where p.company_id = ${tx.companyId} and ${due} order by p.termination_date limit ${batchSize})
    order by c.id for update`.execute(tx.db);
  const ids = contacts.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`
    with ended as (
      update policies p set status = 'terminated', updated_at = now()
      where p.company_id = ${tx.companyId} and p.contact_id = any(${ids}::bigint[]) and ${due}
      returning p.contact_id, p.kind, p.carrier_id, p.product
    )
    insert into contact_changes (company_id, contact_id, action, before, after)
    select ${tx.companyId}::bigint, e.contact_id, e.kind || '_changed', jsonb_build_object('policy.status', 'in_force'),
      jsonb_build_object('policy', concat_ws(' · ', r.name, nullif(e.product, '')), 'policy.status', 'terminated')
    from ended e left join carriers r on r.company_id = ${tx.companyId} and r.id = e.carrier_id returning contact_id`.execute(
    tx.db,
  );
  await followPolicies(tx, ids);
  for (const { id, ...holder } of contacts) await tellChanged(tx, id, holder);
  return contacts.length;
}

// A contact with a policy or security in force is a client; without one it is a lead. A kind that a user gave it stays.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';

/**
 * Call it in the transaction that changed policies of these contacts. `kind_by_policies` is the kind that this function gave last: a contact of
 * another kind got it from a user. The journal has the change as the system's.
 */
export async function followPolicies(tx: Tx, contactIds: number[]): Promise<void> {
  await sql`
    with wanted as (
      select c.id, c.kind as before, case when exists (select from policies p where p.company_id = ${tx.companyId} and p.contact_id = c.id
          and p.status = 'in_force' and p.deleted_at is null) then 'client' else 'lead' end as after
      from contacts c where c.company_id = ${tx.companyId} and c.id = any(${contactIds}::bigint[])
        and c.kind = coalesce(c.kind_by_policies, 'lead') for update
    ), written as (
      update contacts c set kind = w.after, kind_by_policies = w.after, version = c.version + 1, updated_at = now()
      from wanted w where c.company_id = ${tx.companyId} and c.id = w.id and w.before <> w.after
      returning c.id, w.before, w.after
    )
    insert into contact_changes (company_id, contact_id, action, before, after)
    select ${tx.companyId}::bigint, id, 'updated', jsonb_build_object('kind', before), jsonb_build_object('kind', after)
    from written returning contact_id`.execute(tx.db);
}

// Tags put on many contacts, and taken off.
import { sql } from 'kysely';
import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { operation } from '#kernel/jobs/operations.ts';

const TagChange = z.object({ add: z.array(Id), remove: z.array(Id) });
type TagChange = z.output<typeof TagChange>;

export const tagOperation = operation({
  name: 'tag',
  permission: 'contacts.bulk',
  input: TagChange,
  labels: { doing: 'Tagging', done: 'Tagged' },
  batch: tagBatch,
});

/** One statement: contacts and journal. */
async function tagBatch(tx: Tx, contactIds: number[], { add, remove }: TagChange, bulkActionId: number): Promise<number> {
  const { rows } = await sql`
    with wanted as (
      select c.id, c.tags as before, array(
        select distinct t from unnest(c.tags || ${add}::bigint[]) t where t <> all(${remove}::bigint[]) order by t) as after
      from contacts c where c.company_id = ${tx.companyId} and c.id = any(${contactIds}::bigint[]) and c.deleted_at is null
      order by c.id for update
    ), written as (
      update contacts c set tags = w.after, version = c.version + 1, updated_at = now()
      from wanted w where c.company_id = ${tx.companyId} and c.id = w.id and not (w.before @> w.after and w.after @> w.before)
      returning c.id, w.before, w.after
    )
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, bulk_action_id, before, after)
    select ${tx.companyId}::bigint, id, 'tagged', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${bulkActionId}::bigint,
      jsonb_build_object('tags', before), jsonb_build_object('tags', after)
    from written returning contact_id`.execute(tx.db);
  return rows.length;
}

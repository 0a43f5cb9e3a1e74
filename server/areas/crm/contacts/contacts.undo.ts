// Undoes a bulk action from the journal: a field that still has the action's value gets its former one back, one
// changed since stays and is listed. A deleted contact whose owner has left comes back to the actor.
import { sql } from 'kysely';
import { z } from 'zod';
import { valuesOf, writeValues } from '#areas/crm/customFields/customFields.service.ts';
import { Id } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { type BatchResult, operation } from '#kernel/jobs/operations.ts';
import { followOwners } from './contacts.nextSteps.ts';
import { groupColumns, hasLeft } from './contacts.operations.ts';
import { referenceTables } from './contacts.references.ts';

export const undoOperation = operation({
  name: 'undo',
  permission: 'contacts.bulk',
  input: z.object({ of: Id }),
  labels: { doing: 'Undoing on', done: 'Undone on' },
  batch: undoBatch,
});

const retagged = sql`not (g.tags_now @> g.tags_before and g.tags_before @> g.tags_now)`;

/**
 * One statement: contacts, journal, and the list of what stays. Owner and pool are one field here:
 * a contact has one of them.
 */
async function undoBatch(tx: Tx, contactIds: number[], { of }: { of: number }, undoId: number): Promise<BatchResult> {
  const ids = sql`${contactIds}::bigint[]`;
  const columns = [...groupColumns, 'owner_id', 'pool_id', 'deleted_at'];
  const { rows } = await sql<BatchResult & { moved: number[] }>`
    with found as (
      select c.id, to_jsonb(c) || ${valuesOf(tx, sql`c.id`)} as is, c.tags, c.owner_id from contacts c
      where c.company_id = ${tx.companyId} and c.id = any(${ids}) order by c.id for update
    ), own as (
      select j.contact_id as id, j.at, j.before, j.after from contact_changes j
      where j.company_id = ${tx.companyId} and j.bulk_action_id = ${of} and j.contact_id = any(${ids}) and j.action <> 'undone'
    ), fields as (
      select o.id, o.at, e.key, e.value as former,
        case when e.key in ('owner_id', 'pool_id')
          then (f.is -> 'owner_id', f.is -> 'pool_id') is not distinct from (o.after -> 'owner_id', o.after -> 'pool_id') and ${isHolderThere(tx)}
          else coalesce(f.is -> e.key, 'null') = o.after -> e.key end and ${isThere(tx)} as free
      from own o join found f on f.id = o.id cross join lateral jsonb_each(o.before) e where e.key <> 'tags'
    ), given as (
      select f.id, f.is, f.tags as tags_before, p.*, case when not o.before ? 'tags' then f.tags else array(
          select t from unnest(f.tags) t where t = any(i.before) or t <> all(i.after)
          union select g.id from tags g where g.company_id = ${tx.companyId} and g.id = any(i.before) and g.id <> all(i.after)
          order by 1) end as tags_now,
        w.former
      from found f join own o on o.id = f.id
      cross join lateral (select array(select jsonb_array_elements_text(o.before -> 'tags')::bigint) as before,
        array(select jsonb_array_elements_text(o.after -> 'tags')::bigint) as after) i
      cross join lateral (select jsonb_object_agg(x.key, x.former) || case when bool_or(x.key = 'deleted_at' and x.former = 'null')
          and ${hasLeft(tx, sql`f.owner_id`)} then jsonb_build_object('owner_id', ${tx.actor.userId}::bigint) else '{}' end as former
        from fields x where x.id = f.id and x.free) w
      cross join lateral (select ${sql.join(columns.map((name) => sql`r.${sql.ref(name)}`))} from jsonb_populate_record(null::contacts,
        f.is || coalesce(w.former, '{}')) r) p
    ), written as (
      update contacts c set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`))}, tags = g.tags_now,
        version = c.version + 1, updated_at = now()
      from given g where c.company_id = ${tx.companyId} and c.id = g.id and (g.former is not null or ${retagged})
      returning c.id
    ), ${writeValues(tx, sql`select g.id, e.key, e.value from given g cross join lateral jsonb_each(g.former) e where e.key like 'custom:%'`)},
    told as (
      insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, bulk_action_id, before, after)
      select ${tx.companyId}::bigint, g.id, 'undone', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${of}::bigint,
        coalesce((select jsonb_object_agg(key, coalesce(g.is -> key, 'null')) from jsonb_object_keys(g.former) key), '{}')
          || case when ${retagged} then jsonb_build_object('tags', g.tags_before) else '{}' end,
        coalesce(g.former, '{}') || case when ${retagged} then jsonb_build_object('tags', g.tags_now) else '{}' end
      from given g join written w on w.id = g.id returning contact_id
    ), stays as (
      select x.id, array_agg(x.key order by x.key) as fields, min(x.at) as at from fields x where not x.free group by x.id
    ), listed as (
      insert into bulk_action_kept (company_id, bulk_action_id, contact_id, fields, changed_by, changed_at)
      select ${tx.companyId}::bigint, ${undoId}::bigint, s.id, s.fields, l.actor_id, l.at
      from stays s left join lateral (
        select j.actor_id, j.at from contact_changes j
        where j.company_id = ${tx.companyId} and j.contact_id = s.id and j.at > s.at and j.after ?| s.fields
        order by j.at desc, j.id desc limit 1) l on true
      returning contact_id
    )
    select (select count(*)::integer from told) as changed, (select count(*)::integer from listed) as kept,
      (select coalesce(array_agg(g.id), '{}') from given g join written w on w.id = g.id where g.former -> 'owner_id' <> g.is -> 'owner_id') as moved`.execute(
    tx.db,
  );
  const { moved, ...counts } = rows[0] ?? { changed: 0, kept: 0, moved: [] };
  await followOwners(tx, moved);
  return counts;
}

/**
 * Whether the former owner still works here, or the former pool exists:
 * owner and pool are given back together.
 */
const isHolderThere = ({ companyId }: Tx) => sql`(case when o.before -> 'pool_id' = 'null'
  then exists (select from users t where t.company_id = ${companyId} and t.id = (o.before ->> 'owner_id')::bigint and t.active)
  else exists (select from pools t where t.company_id = ${companyId} and t.id = (o.before ->> 'pool_id')::bigint) end)`;

/** Whether the former value still exists: a status may have been deleted since. */
function isThere(tx: Tx) {
  const known = Object.entries(referenceTables).map(
    ([field, table]) =>
      sql`when ${field} then exists (select from ${sql.table(table)} t where t.company_id = ${tx.companyId} and t.id = (e.value #>> '{}')::bigint)`,
  );
  const field = sql`exists (select from custom_fields t where t.company_id = ${tx.companyId} and 'custom:' || t.id = e.key)`;
  return sql`(e.value = 'null' or case e.key ${sql.join(known, sql` `)} else e.key not like 'custom:%' or ${field} end)`;
}

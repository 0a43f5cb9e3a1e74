// A batch of an undo, set-based. It holds the contacts' locks before it looks who has worked on them, so that no edit slips in between.
import { sql } from 'kysely';
import { inReach, referenceTables } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';
import { restorable } from './imports.store.ts';

export interface Undone {
  undone: number;
  kept: number;
}

/** Locks the contacts that an import made, by line in the file. */
export async function madeContacts(tx: Tx, importId: number, afterLine: number, limit: number) {
  const { rows } = await sql<{ id: number; line: number }>`
    select c.id, c.import_line as line from contacts c
    where c.company_id = ${tx.companyId} and c.import_id = ${importId} and c.import_line > ${afterLine}
    order by c.import_line limit ${limit} for update`.execute(tx.db);
  return rows;
}

/** Locks the contacts that an import changed and had not made, by id. */
export async function changedContacts(tx: Tx, importId: number, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c where c.company_id = ${tx.companyId} and c.id in (
      select j.contact_id from contact_changes j
      join contacts t on t.company_id = ${tx.companyId} and t.id = j.contact_id and t.import_id is distinct from ${importId}
      where j.company_id = ${tx.companyId} and j.import_id = ${importId} and j.contact_id > ${after}
        and j.action <> 'imported' and j.action <> 'import_undone'
      group by j.contact_id order by j.contact_id limit ${limit}
    ) order by c.id for update`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Deletes what the import made and nobody has worked on since. */
export async function takeBackContacts(tx: Tx, importId: number, ids: number[]): Promise<Undone> {
  const { rows } = await sql<Undone>`
    with ${latestWork(tx, importId, ids)},
    gone as (
      update contacts c set deleted_at = now(), version = c.version + 1, updated_at = now()
      where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and c.deleted_at is null
        and c.id in (select contact_id from began) and c.id not in (select contact_id from work) and ${inReach(await reachOfActor(tx))}
      returning c.id
    ),
    told as (
      insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, import_id)
      select ${tx.companyId}::bigint, id, 'import_undone', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${importId}::bigint
      from gone returning contact_id
    ),
    ${listed(tx, importId, ids, sql`gone`, true)}
    select (select count(*) from told) as undone, (select count(*) from kept) as kept`.execute(tx.db);
  return rows[0] ?? { undone: 0, kept: 0 };
}

/**
 * Gives back what the import's changes replaced, where nobody has worked on the contact since. A status that has been deleted is not set again. Tags it added go; those put there since stay.
 * A plain value that is no longer what the import wrote keeps its contact as it is, whatever the journal says.
 */
export async function restoreContacts(tx: Tx, importId: number, ids: number[]): Promise<Undone> {
  if (ids.length === 0) return { undone: 0, kept: 0 };
  const written = [...restorable, 'tags', 'medicare_number_sealed', 'medicare_number_blind'];
  const own = sql`j.company_id = ${tx.companyId} and j.import_id = ${importId} and j.contact_id = any(${ids}::bigint[])
    and j.action <> 'imported' and j.action <> 'import_undone'`;
  const { rows } = await sql<Undone>`
    with ${latestWork(tx, importId, ids)},
    first as (
      select distinct on (j.contact_id, e.key) j.contact_id, e.key, e.value, j.medicare_number_sealed, j.medicare_number_blind
      from contact_changes j cross join lateral jsonb_each(j.before) e where ${own} and not (${isGone(tx)}) order by j.contact_id, e.key, j.at, j.id
    ),
    last as (
      select distinct on (j.contact_id, e.key) j.contact_id, e.key, e.value
      from contact_changes j cross join lateral jsonb_each(j.after) e where ${own} order by j.contact_id, e.key, j.at desc, j.id desc
    ),
    images as (
      select f.contact_id as id, jsonb_object_agg(f.key, f.value) as before, jsonb_object_agg(l.key, l.value) as after,
        (array_agg(f.medicare_number_sealed) filter (where f.key = 'medicare_number'))[1] as sealed,
        (array_agg(f.medicare_number_blind) filter (where f.key = 'medicare_number'))[1] as blind
      from first f join last l on l.contact_id = f.contact_id and l.key = f.key group by f.contact_id
    ),
    free as (
      select i.*, to_jsonb(c) as was, c.tags, c.medicare_number_sealed as sealed_now, c.medicare_number_blind as blind_now,
        array(select jsonb_array_elements_text(i.after -> 'tags')::bigint except select jsonb_array_elements_text(i.before -> 'tags')::bigint) as added
      from images i join contacts c on c.company_id = ${tx.companyId} and c.id = i.id
      where c.deleted_at is null and ${inReach(await reachOfActor(tx))} and i.id not in (select contact_id from work)
        and not exists (
          select from jsonb_each(i.after - 'tags' - 'medicare_number') e where e.key not like 'custom:%' and to_jsonb(c) -> e.key is distinct from e.value)
    ),
    given as (
      select f.id, ${sql.join(restorable.map((name) => sql.ref(`p.${name}`)))}, array(select t from unnest(f.tags) t where t <> all(f.added) order by t) as tags,
        case when f.before ? 'medicare_number' then f.sealed else f.sealed_now end as medicare_number_sealed,
        case when f.before ? 'medicare_number' then f.blind else f.blind_now end as medicare_number_blind
      from free f cross join lateral jsonb_populate_record(null::contacts, f.was || (f.before - 'tags')) p
    ),
    updated as (
      update contacts c set ${sql.join(written.map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`))}, version = c.version + 1, updated_at = now()
      from given g where c.company_id = ${tx.companyId} and c.id = g.id
      returning c.id, c.tags
    ),
    restored as (
      select f.id, f.before, f.after, f.was, f.before || jsonb_build_object('tags', u.tags) as is from updated u join free f on f.id = u.id
    ),
    emptied as (
      delete from contact_field_values v using restored r join first f on f.contact_id = r.id
      where v.company_id = ${tx.companyId} and v.contact_id = r.id and f.key = 'custom:' || v.field_id::text and f.value = 'null'
      returning v.contact_id
    ),
    refilled as (
      insert into contact_field_values (company_id, contact_id, field_id, text_value, number_value, date_value, boolean_value)
      select ${tx.companyId}::bigint, r.id, d.id,
        case when d.type in ('text', 'choice') then f.value #>> '{}' end, case when d.type = 'number' then (f.value #>> '{}')::double precision end,
        case when d.type = 'date' then (f.value #>> '{}')::date end, case when d.type = 'boolean' then (f.value #>> '{}')::boolean end
      from restored r join first f on f.contact_id = r.id
      join custom_fields d on d.company_id = ${tx.companyId} and f.key = 'custom:' || d.id
      where f.value <> 'null'
      on conflict (company_id, contact_id, field_id) do update set text_value = excluded.text_value, number_value = excluded.number_value,
        date_value = excluded.date_value, boolean_value = excluded.boolean_value
      returning contact_id
    ),
    told as (
      insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, import_id, before, after)
      select ${tx.companyId}::bigint, id, 'import_undone', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${importId}::bigint,
        (select jsonb_object_agg(key, coalesce(was -> key, after -> key)) from jsonb_object_keys(before) key),
        (select jsonb_object_agg(key, "is" -> key) from jsonb_object_keys(before) key)
      from restored returning contact_id
    ),
    ${listed(tx, importId, ids, sql`restored`, false)}
    select (select count(*) from told) as undone, (select count(*) from kept) as kept`.execute(tx.db);
  return rows[0] ?? { undone: 0, kept: 0 };
}

/** The row of a look-up that an image's entry `e` names has been deleted: there is nothing to go back to. */
const isGone = (tx: Tx) =>
  sql.join(
    Object.entries(referenceTables).map(
      ([column, table]) => sql`case when e.key = ${column} and e.value <> 'null' then not exists (
        select from ${sql.table(table)} t where t.company_id = ${tx.companyId} and t.id = (e.value #>> '{}')::bigint) else false end`,
    ),
    sql` or `,
  );

/**
 * `work`: the latest that anybody did to each of these contacts since the import's own first entry. To open a contact is no work; what another
 * import or a bulk action did counts until it has been undone on this contact, too.
 */
function latestWork(tx: Tx, importId: number, ids: number[]) {
  return sql`
    began as (
      select j.contact_id, min(j.at) as at from contact_changes j
      where j.company_id = ${tx.companyId} and j.contact_id = any(${ids}::bigint[]) and j.import_id = ${importId} group by j.contact_id
    ),
    work as (
      select distinct on (j.contact_id) j.contact_id, j.actor_id, j.at
      from began b join contact_changes j on j.company_id = ${tx.companyId} and j.contact_id = b.contact_id and j.at > b.at
      where j.action not in ('opened', 'undone') and not exists (
        select from contact_changes u where u.company_id = ${tx.companyId} and u.contact_id = j.contact_id
          and u.bulk_action_id = j.bulk_action_id and u.action = 'undone') and (j.import_id is null or (j.import_id <> ${importId} and not exists (
        select from contact_changes u where u.company_id = ${tx.companyId} and u.contact_id = j.contact_id and u.import_id = j.import_id
          and u.action = 'import_undone')))
      order by j.contact_id, j.at desc, j.id desc
    )`;
}

/** `kept`: those there are still, and that were not undone. */
function listed(tx: Tx, importId: number, ids: number[], done: ReturnType<typeof sql>, created: boolean) {
  return sql`
    kept as (
      insert into import_kept (company_id, import_id, contact_id, created, changed_by, changed_at)
      select ${tx.companyId}::bigint, ${importId}::bigint, c.id, ${created}::boolean, w.actor_id, w.at
      from contacts c left join work w on w.contact_id = c.id
      where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and c.deleted_at is null and c.id not in (select id from ${done})
      on conflict do nothing returning contact_id
    )`;
}

// A chunk of an import into the database, set-based: COPY into a temporary table, then one statement for the new contacts and their
// journal, one for the changed ones. The temporary table is there because PostgreSQL refuses COPY where row-level security holds.
import { sql } from 'kysely';
import { medicareNumber } from '#areas/crm/contacts/contacts.service.ts';
import type { ImportTarget } from '#contract/imports.ts';
import type { Tx } from '#kernel/context.ts';
import type { Cell, Copy } from '#kernel/db/copy.ts';
import type { ImportedContact } from './imports.contact.ts';
import type { NumberedRow } from './imports.match.ts';

export interface ImportRun {
  id: number;
  ownerId: number | null;
  poolId: number | null;
  apiVendor: object | null;
  targets: ReadonlySet<ImportTarget>;
}

/** A row with its tags by id. */
export type StorableRow = NumberedRow & { tagIds: number[] };

type StagingTable = 'new_contacts' | 'changed_contacts';
type ReadColumn = (tx: Tx, row: StorableRow) => Cell;

/** Text that a row brings as it stands. */
const textColumns = [
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'preferred_name',
  'organization',
  'occupation',
  'address',
  'address_2',
  'city',
  'state',
  'zip_code',
  'county',
  'note',
  'medicare_plan',
] as const satisfies (keyof ImportedContact)[];
/** Null where the row says nothing. */
const plainColumns = [
  'birth_date',
  'gender',
  'language',
  'marital_status',
  'tobacco_user',
  'timezone',
  'status_id',
  'source_id',
  'category_id',
  'medicare_part_a',
  'medicare_part_b',
] as const satisfies (keyof ImportedContact)[];
const flagColumns = ['do_not_call', 'do_not_text', 'do_not_email', 'do_not_mail'] as const satisfies (keyof ImportedContact)[];

const columns: [name: string, read: ReadColumn][] = [
  ['kind', (_, { values }) => values.kind],
  ...[...textColumns, ...plainColumns, ...flagColumns].map((name): [string, ReadColumn] => [
    name,
    (_, { values }) => values[name],
  ]),
  ['phones', (_, { values }) => JSON.stringify(values.phones)],
  ['emails', (_, { values }) => JSON.stringify(values.emails)],
  ['tags', (_, { tagIds }) => tagIds],
  [
    'medicare_number_sealed',
    (tx, { values }) => (values.medicare_number ? tx.seal.seal(values.medicare_number, medicareNumber, tx.companyId) : null),
  ],
  [
    'medicare_number_blind',
    (tx, { values }) => (values.medicare_number ? tx.seal.blind(values.medicare_number, tx.companyId) : null),
  ],
];
/** The plain ones, which the journal's images give back as they are. */
export const restorable = columns
  .map(([name]) => name)
  .filter((name) => name !== 'kind' && name !== 'tags' && !name.startsWith('medicare_number'));
const names = sql.raw(columns.map(([name]) => name).join(', '));

/** Copies a chunk's new contacts to where createContacts() takes them from; those copied before in the transaction go. */
export async function stageContacts(tx: Tx, copy: Copy, rows: StorableRow[]): Promise<void> {
  await makeTable(tx, 'new_contacts');
  await sql`truncate new_contacts`.execute(tx.db); // into a file of its own COPY writes one row behind the other, and looks for no gaps
  await copyRows(tx, copy, 'new_contacts', rows);
}

/**
 * Creates the staged contacts in the file's order, as their table is read: sorting cost 3 % of an import.
 * `handedOver` is called once PostgreSQL stores them: this process is free to go on.
 */
export async function createContacts(tx: Tx, run: ImportRun, rows: StorableRow[], handedOver: () => void): Promise<void> {
  if (rows.length === 0) return handedOver();
  const values = rows.flatMap(({ line, values: { custom } }) => custom.map((value) => ({ key: line, ...value })));
  const made = sql`
    with made as (
      insert into contacts (company_id, owner_id, pool_id, import_id, import_line, api_vendor, ${names})
      select ${tx.companyId}::bigint, ${run.ownerId}::bigint, ${run.poolId}::bigint, ${run.id}::bigint, key::integer,
        ${run.apiVendor && JSON.stringify(run.apiVendor)}::jsonb, ${names}
      from new_contacts returning id, import_line
    ), valued as (
      insert into contact_field_values (company_id, contact_id, field_id, text_value, number_value, date_value, boolean_value)
      select ${tx.companyId}::bigint, made.id, f.id, ${typedValue} from ${unnested(values)} join made on made.import_line = v.key
      join custom_fields f on f.company_id = ${tx.companyId} and f.id = v.field_id
      on conflict do nothing
    ), journaled as (
      insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, import_id)
      select ${tx.companyId}::bigint, id, 'imported', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${run.id}::bigint from made
      returning contact_id
    )
    select count(*) from journaled`.execute(tx.db);
  handedOver();
  await made;
}

/** Fills and overrides what the file says; what it does not say stays. The journal keeps both images of the columns an import maps. */
export async function updateContacts(
  tx: Tx,
  copy: Copy,
  run: ImportRun,
  updates: { id: number; values: ImportedContact; tagIds: number[] }[],
) {
  if (updates.length === 0) return;
  await makeTable(tx, 'changed_contacts');
  await copyRows(
    tx,
    copy,
    'changed_contacts',
    updates.map(({ id, ...row }) => ({ ...row, line: id })),
  );
  const ids = updates.map(({ id }) => id);
  const values = updates.flatMap(({ id, values: { custom } }) => custom.map((value) => ({ key: id, ...value })));
  const mapped = writtenColumns(run.targets);
  const written = [...mapped, 'medicare_number_sealed', 'medicare_number_blind'];
  const of = (alias: string, columns: string[]) => sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)));
  const image = (alias: string) =>
    sql`jsonb_build_object(${sql.join(mapped.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}`))})`;
  // New values and images are built outside of the UPDATE: Citus takes columns alone there, and locks no rows by a temporary table.
  // `offset 0` builds an image once a contact; without it PostgreSQL builds it once a column.
  await sql`
    with given as (
      select v.key, f.id as field_id, t.* from ${unnested(values)} join custom_fields f on f.company_id = ${tx.companyId} and f.id = v.field_id
      cross join lateral (select ${typedValue}) t(text_value, number_value, date_value, boolean_value)
    ), altered as (
      select g.*, ${valueImage('o')} as old_image, ${valueImage('g')} as new_image from given g
      left join contact_field_values o on o.company_id = ${tx.companyId} and o.contact_id = g.key and o.field_id = g.field_id
      where ${valueImage('o')} is distinct from ${valueImage('g')}
    ), valued as (
      insert into contact_field_values (company_id, contact_id, field_id, text_value, number_value, date_value, boolean_value)
      select ${tx.companyId}::bigint, key, field_id, text_value, number_value, date_value, boolean_value from altered
      on conflict (company_id, contact_id, field_id) do update set text_value = excluded.text_value, number_value = excluded.number_value,
        date_value = excluded.date_value, boolean_value = excluded.boolean_value
      returning contact_id
    ), customs as (
      select key, jsonb_object_agg('custom:' || field_id, old_image) as before, jsonb_object_agg('custom:' || field_id, new_image) as after
      from altered group by key
    ), before as (
      select c.id, c.deleted_at, ${of('c', written)} from contacts c
      where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) order by c.id for update
    ), wanted as materialized (
      select c.id, ${sql.join(written.map((name) => sql`${newValue(name)} as ${sql.ref(name)}`))}
      from changed_contacts r join before c on c.id = r.key where c.deleted_at is null
    ), changed as (
      select w.*, coalesce(m.before, '{}') as customs_before, coalesce(m.after, '{}') as customs_after
      from wanted w join before b on b.id = w.id left join customs m on m.key = w.id
      where m.key is not null or (${of('b', written)}) is distinct from (${of('w', written)})
    ), written as (
      update contacts c set ${sql.join(written.map((name) => sql`${sql.ref(name)} = ${sql.ref(`w.${name}`)}`))}, version = c.version + 1, updated_at = now()
      from changed w where c.company_id = ${tx.companyId} and c.id = w.id returning c.id
    )
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, import_id, before, after,
      medicare_number_sealed, medicare_number_blind)
    select ${tx.companyId}::bigint, w.id, 'updated', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${run.id}::bigint,
      ${differences('i.before', 'i.after')} || w.customs_before || case when n.is_new
        then jsonb_build_object('medicare_number', case when b.medicare_number_blind is not null then '(sealed)' end) else '{}' end,
      ${differences('i.after', 'i.before')} || w.customs_after || case when n.is_new then jsonb_build_object('medicare_number', '(sealed)') else '{}' end,
      case when n.is_new then b.medicare_number_sealed end, case when n.is_new then b.medicare_number_blind end
    from written join changed w on w.id = written.id join before b on b.id = w.id
    cross join lateral (select ${image('b')} as before, ${image('w')} as after offset 0) i
    cross join lateral (select w.medicare_number_blind is distinct from b.medicare_number_blind as is_new) n
    returning contact_id`.execute(tx.db);
}

/** The values of one image that differ from the other. */
const differences = (image: string, other: string) =>
  sql`coalesce((select jsonb_object_agg(key, value) from jsonb_each(${sql.ref(image)}) where ${sql.ref(other)} -> key is distinct from value), '{}')`;

const valueImage = (alias: string) =>
  sql`coalesce(${sql.join(['text_value', 'number_value', 'date_value', 'boolean_value'].map((name) => sql`to_jsonb(${sql.ref(`${alias}.${name}`)})`))})`;

/** Tags on contacts that the file matched. */
export async function tagMatched(tx: Tx, run: ImportRun, ids: number[], tagIds: number[]): Promise<void> {
  if (ids.length === 0 || tagIds.length === 0) return;
  await sql`
    with written as (
      update contacts c set tags = array(select distinct t from unnest(c.tags || ${tagIds}::bigint[]) t order by t), version = version + 1, updated_at = now()
      where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and c.deleted_at is null and not c.tags @> ${tagIds}::bigint[]
      returning old.id, old.tags as before, new.tags as after
    )
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, import_id, before, after)
    select ${tx.companyId}::bigint, id, 'tagged', ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, ${run.id}::bigint,
      jsonb_build_object('tags', before), jsonb_build_object('tags', after)
    from written returning contact_id`.execute(tx.db);
}

/** The table stays with the connection, empty between transactions. `key` is the line of a new contact, the id of an existing one. */
const makeTable = (tx: Tx, table: StagingTable) =>
  sql`create temporary table if not exists ${sql.id(table)} on commit delete rows as
    select 0::bigint as key, ${names} from contacts where false`.execute(tx.db);

async function copyRows(tx: Tx, copy: Copy, table: StagingTable, rows: StorableRow[]) {
  const cells = function* () {
    for (const row of rows) yield [row.line, ...columns.map(([, read]) => read(tx, row))];
  };
  await copy(table, ['key', ...columns.map(([name]) => name)], cells());
}

/** Which target of an import writes which columns. */
function writtenColumns(targets: ReadonlySet<ImportTarget>): string[] {
  const written = new Set<string>(['tags', 'timezone']); // from the form, and from the state
  for (const target of targets) {
    if (target === 'name') for (const part of ['first_name', 'middle_name', 'last_name', 'suffix']) written.add(part);
    else if (target === 'mobile_phone' || target === 'other_phone') written.add('phones');
    else if (target === 'email' || target === 'other_email') written.add('emails');
    else if (target === 'status' || target === 'source' || target === 'category') written.add(`${target}_id`);
    else if (target === 'birth_date')
      written.add(target).add('note'); // which keeps a birthday without a year
    else if (target === 'address') for (const part of ['address', 'city', 'state', 'zip_code']) written.add(part);
    else if (columns.some(([name]) => name === target)) written.add(target);
  }
  return [...written];
}

function newValue(name: string) {
  const [there, given] = [sql.ref(`c.${name}`), sql.ref(`r.${name}`)];
  // The same number is sealed otherwise every time: its blind index says whether it is another.
  if (name === 'medicare_number_sealed')
    return sql`case when r.medicare_number_blind is distinct from c.medicare_number_blind then coalesce(${given}, ${there}) else ${there} end`;
  if (name === 'tags')
    return sql`case when ${there} @> ${given} then ${there} else array(select distinct t from unnest(${there} || ${given}) t order by t) end`;
  if (name === 'phones') return joined(there, given, sql`item ->> 'number'`);
  if (name === 'emails') return joined(there, given, sql`lower(item ->> 'address')`);
  if (name === 'note')
    return sql`case when ${given} = '' or position(${given} in ${there}) > 0 then ${there} else trim(both e'\n' from ${there} || e'\n' || ${given}) end`;
  if ((textColumns as readonly string[]).includes(name)) return sql`coalesce(nullif(${given}, ''), ${there})`;
  if ((flagColumns as readonly string[]).includes(name)) return sql`${there} or ${given}`; // a wish not to be contacted is never lifted by a file
  return sql`coalesce(${given}, ${there})`;
}

/** The stored items, then the given ones that are new. */
const joined = (there: ReturnType<typeof sql.ref>, given: ReturnType<typeof sql.ref>, key: ReturnType<typeof sql>) => sql`
  ${there} || coalesce((select jsonb_agg(item) from jsonb_array_elements(${given}) item
    where ${key} not in (select ${key} from jsonb_array_elements(${there}) item)), '[]')`;

/** One value in the column of its field's type. */
const typedValue = sql`
  case when f.type in ('text', 'choice') then v.value end, case when f.type = 'number' then v.value::double precision end,
  case when f.type = 'date' then v.value::date end, case when f.type = 'boolean' then v.value::boolean end`;

const unnested = (values: { key: number; id: number; value: string | number | boolean }[]) =>
  sql`unnest(${values.map(({ key }) => key)}::bigint[], ${values.map(({ id }) => id)}::bigint[], ${values.map(({ value }) => String(value))}::text[]) v(key, field_id, value)`;

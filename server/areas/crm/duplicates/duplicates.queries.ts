// Loading and writing the contacts of merges, many at a time.
// A row is its JSON image, so that what is sealed stays sealed.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';
import { type Image, mergedColumns, type Source } from './duplicates.better.ts';

interface Loading {
  reachedOnly: boolean;
  lock: boolean;
}

export const lockSources = (tx: Tx, ids: readonly number[], how: Pick<Loading, 'reachedOnly'>) =>
  loadSources(tx, ids, { ...how, lock: true });

/** Loads the contacts that exist, by id; locks them in the order of ids, as every other action on many contacts does. */
export async function loadSources(tx: Tx, ids: readonly number[], { reachedOnly, lock }: Loading) {
  const reached = reachedOnly ? inReach(await reachOfActor(tx)) : sql<boolean>`true`;
  const { rows } = await sql<{ is: Image }>`
    select to_jsonb(c) as is from contacts c where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and ${reached}
    order by c.id ${lock ? sql`for update` : sql``}`.execute(tx.db);
  return withValues(
    tx,
    rows.map(({ is }) => is),
  );
}

async function withValues(tx: Tx, images: Image[]): Promise<Map<number, Source>> {
  const sources = new Map(images.map((is) => [is.id, { is, custom: new Map<number, unknown>() }]));
  const { rows } = await sql<{ contact_id: number; field_id: number; value: unknown }>`
    select v.contact_id, v.field_id,
      coalesce(to_jsonb(v.text_value), to_jsonb(v.number_value), to_jsonb(v.date_value), to_jsonb(v.boolean_value)) as value
    from contact_field_values v where v.company_id = ${tx.companyId} and v.contact_id = any(${[...sources.keys()]}::bigint[])`.execute(
    tx.db,
  );
  for (const { contact_id, field_id, value } of rows) sources.get(contact_id)?.custom.set(field_id, value);
  return sources;
}

/** Every column that a merge may write. */
export async function writeImages(tx: Tx, images: readonly Image[]): Promise<void> {
  if (images.length === 0) return;
  await sql`
    with given as (
      select r.id, ${sql.join(mergedColumns.map((name) => sql`r.${sql.ref(name)}`))}
      from jsonb_populate_recordset(null::contacts, ${JSON.stringify(images)}::jsonb) r)
    update contacts c set ${sql.join(mergedColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`))},
      version = c.version + 1, updated_at = now()
    from given g where c.company_id = ${tx.companyId} and c.id = g.id`.execute(tx.db);
}

/** `survivorId` null: contacts of their own again. */
export async function markMerged(tx: Tx, pairs: readonly { id: number; survivorId: number | null }[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    with given as (
      select m.id, m."survivorId" as survivor_id, case when m."survivorId" is not null then ${tx.clock()}::timestamptz end as deleted_at
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) m(id bigint, "survivorId" bigint))
    update contacts c set merged_into = g.survivor_id, deleted_at = g.deleted_at, version = c.version + 1, updated_at = now()
    from given g where c.company_id = ${tx.companyId} and c.id = g.id`.execute(tx.db);
}

export interface FieldValue {
  contactId: number;
  fieldId: number;
  /** In JSON; null removes it. */
  value: unknown;
}

/** Values of custom fields; those of fields that were deleted since are left out. */
export async function writeFieldValues(tx: Tx, values: readonly FieldValue[]): Promise<void> {
  if (values.length === 0) return;
  const rows = values.map(({ contactId, fieldId, value }) => ({
    contact_id: contactId,
    field_id: fieldId,
    value: value ?? null,
  }));
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(contact_id bigint, field_id bigint, value jsonb)`;
  await sql`
    with given as (select g.contact_id, g.field_id from ${given} where g.value is null or g.value = 'null')
    delete from contact_field_values v using given g
    where v.company_id = ${tx.companyId} and v.contact_id = g.contact_id and v.field_id = g.field_id`.execute(tx.db);
  await sql`
    insert into contact_field_values (company_id, contact_id, field_id, text_value, number_value, date_value, boolean_value)
    select ${tx.companyId}::bigint, g.contact_id, d.id,
      case when d.type in ('text', 'choice') then g.value #>> '{}' end,
      case when d.type = 'number' then (g.value #>> '{}')::double precision end,
      case when d.type = 'date' then (g.value #>> '{}')::date end,
      case when d.type = 'boolean' then (g.value #>> '{}')::boolean end
    from ${given} join custom_fields d on d.company_id = ${tx.companyId} and d.id = g.field_id where g.value <> 'null'
    on conflict (company_id, contact_id, field_id) do update set text_value = excluded.text_value, number_value = excluded.number_value,
      date_value = excluded.date_value, boolean_value = excluded.boolean_value
    returning contact_id`.execute(tx.db);
}

export interface MergeEntry {
  contactId: number;
  action: 'merged' | 'merged_away' | 'unmerged';
  mergeId: number;
  bulkActionId: number | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The Medicare number that a merge replaced, for its undo. */
  replaced?: Pick<Image, string>;
}

export async function journalMerges(tx: Tx, entries: readonly MergeEntry[]): Promise<void> {
  const rows = entries.map(({ contactId, action, mergeId, bulkActionId, before, after, replaced }) => ({
    contact_id: contactId,
    action,
    merge_id: mergeId,
    bulk_action_id: bulkActionId,
    before,
    after,
    medicare_number_sealed: replaced?.medicare_number_sealed ?? null,
    medicare_number_blind: replaced?.medicare_number_blind ?? null,
  }));
  await sql`
    insert into contact_changes (company_id, contact_id, action, actor_id, impersonator_id, merge_id, bulk_action_id, before, after,
      medicare_number_sealed, medicare_number_blind)
    select ${tx.companyId}::bigint, r.contact_id, r.action, ${tx.actor.userId}::bigint, ${tx.actor.impersonatorId}::bigint, r.merge_id,
      r.bulk_action_id, r.before, r.after, r.medicare_number_sealed, r.medicare_number_blind
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(contact_id bigint, action text, merge_id bigint, bulk_action_id bigint,
      before jsonb, after jsonb, medicare_number_sealed bytea, medicare_number_blind bytea)
    returning contact_id`.execute(tx.db);
}

// Merging contacts into one: what the contact that stays gets, what moves to it, and the record that undoing
// needs.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { followOwners, getContactById, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { followPolicies } from '#areas/crm/policies/policies.service.ts';
import { mustAssignTo } from '#areas/identity/users/users.service.ts';
import { sealedValue } from '#contract/contactLabels.ts';
import type { mergeContacts as MergeContacts, MergePreview } from '#contract/contactMerges.ts';
import type { Contact } from '#contract/contacts.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Attached } from '#kernel/attached.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import {
  betterSource,
  differs,
  fieldsOf,
  fieldValue,
  holderOf,
  mergedColumns,
  mergedImage,
  proposedSurvivor,
  type Source,
} from './duplicates.better.ts';
import { type FieldValue, journalMerges, loadSources, markMerged, writeFieldValues, writeImages } from './duplicates.queries.ts';

/** Tables whose rows move with a contact. */
export const movedTables = (attached: readonly Attached[]) =>
  attached.filter((each) => each.of === 'contact' && each.merge === 'move');

export async function previewMerge(tx: Tx, attached: readonly Attached[], ids: readonly number[]): Promise<MergePreview> {
  const sources = await mustLoad(tx, ids, { lock: false });
  const survivor = proposedSurvivor(sources);
  const contacts: Contact[] = [];
  for (const id of ids) contacts.push(await getContactById(tx, id));
  const counts: MergePreview['attached'] = Object.fromEntries(ids.map((id) => [id, {}]));
  for (const { table, column } of movedTables(attached)) {
    const { rows } = await sql<{ id: number; count: number }>`
      select t.${sql.ref(column)} as id, count(*)::int as count from ${sql.table(table)} t
      where t.company_id = ${tx.companyId} and t.${sql.ref(column)} = any(${ids}::bigint[]) group by 1`.execute(tx.db);
    for (const { id, count } of rows) {
      const own = counts[id] ?? {};
      own[table] = (own[table] ?? 0) + count;
    }
  }
  const fields = fieldsOf(sources).map((field) => ({
    field,
    from: betterSource(field, sources, survivor).is.id,
    differs: differs(field, sources),
  }));
  return { contacts, survivor_id: survivor.is.id, fields, attached: counts };
}

export async function mergeContacts(tx: Tx, attached: readonly Attached[], asked: InputOf<typeof MergeContacts>['body']) {
  const sources = await mustLoad(tx, asked.ids, { lock: true });
  const survivor = sources.find(({ is }) => is.id === asked.survivor_id) ?? proposedSurvivor(sources);
  const group = { sources, survivor, take: asked.fields };
  const { owner_id, pool_id } = mergedImage(sources, survivor, asked.fields);
  const moves = owner_id !== survivor.is.owner_id || pool_id !== survivor.is.pool_id;
  if (moves) await mustAssignTo(tx, { owner_id: owner_id as number | null, pool_id: pool_id as number | null });
  const [merge_id = 0] = await mergeGroups(tx, attached, [group], null);
  for (const { is } of sources)
    await tellChanged(tx, is.id, holderOf(is), ...(is === survivor.is ? [holderOf({ ...is, owner_id, pool_id })] : []));
  return { merge_id, contact: await getContactById(tx, survivor.is.id) };
}

/** 404 for one out of reach, 409 for one that was deleted or merged in the meantime. */
async function mustLoad(tx: Tx, ids: readonly number[], { lock }: { lock: boolean }): Promise<Source[]> {
  const found = await loadSources(tx, ids, { reachedOnly: true, lock });
  const sources = ids.flatMap((id) => found.get(id) ?? []);
  if (sources.length < ids.length) throw fail('not_found');
  if (sources.some(({ is }) => is.deleted_at !== null)) throw fail('conflict');
  return sources;
}

export interface MergeGroup {
  /** Locked; no contact stands in two groups. */
  sources: Source[];
  survivor: Source;
  /** By field, the id of the contact that it comes from. */
  take: Readonly<Record<string, number>>;
}

/** Any number of merges in a fixed number of statements. Answers their ids, in the order of the groups. */
export async function mergeGroups(
  tx: Tx,
  attached: readonly Attached[],
  groups: readonly MergeGroup[],
  bulkActionId: number | null,
): Promise<number[]> {
  const changes = groups.map((group) => ({ ...group, ...changesOf(group), others: othersOf(group) }));
  const pairs = changes.flatMap(({ others, survivor }) => others.map(({ is }) => ({ id: is.id, survivorId: survivor.is.id })));
  const moved = await moveRows(tx, attached, pairs);
  const ids = await insertMerges(
    tx,
    changes.map(({ survivor, others }) => ({ survivor: survivor.is.id, others: others.map(({ is }) => is.id) })),
    moved,
    bulkActionId,
  );
  await writeImages(
    tx,
    changes.map(({ image }) => image),
  );
  await writeFieldValues(
    tx,
    changes.flatMap(({ values }) => values),
  );
  await markMerged(tx, pairs);
  await journalMerges(
    tx,
    changes.flatMap(({ survivor, others, before, after, replaced }, index) => {
      const entry = { mergeId: ids[index] ?? 0, bulkActionId };
      const away = others.map(({ is }) => ({
        ...entry,
        contactId: is.id,
        action: 'merged_away' as const,
        before: { merged_into: null },
        after: { merged_into: survivor.is.id },
      }));
      return [
        { ...entry, contactId: survivor.is.id, action: 'merged' as const, before, after, ...(replaced && { replaced }) },
        ...away,
      ];
    }),
  );
  const survivors = groups.map(({ survivor }) => survivor.is.id);
  await followPolicies(tx, survivors);
  // Tasks of a merged contact's owner go with it; others stay with their person.
  await followOwners(
    tx,
    survivors,
    groups.flatMap((group) => othersOf(group).flatMap(({ is }) => (is.owner_id as number | null) ?? [])),
  );
  return ids;
}

const othersOf = ({ sources, survivor }: MergeGroup) => sources.filter((source) => source !== survivor);

/** The survivor after the merge, with both images of its changes. */
function changesOf({ sources, survivor, take }: MergeGroup) {
  const image = mergedImage(sources, survivor, take);
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const column of mergedColumns) {
    if (column.startsWith('medicare_number_') || isDeepStrictEqual(image[column], survivor.is[column])) continue;
    before[column] = survivor.is[column] ?? null;
    after[column] = image[column] ?? null;
  }
  const replaces = image.medicare_number_blind !== survivor.is.medicare_number_blind;
  if (replaces) {
    before.medicare_number = survivor.is.medicare_number_blind ? sealedValue : null;
    after.medicare_number = image.medicare_number_blind ? sealedValue : null;
  }
  const values: FieldValue[] = [];
  for (const field of fieldsOf(sources).filter((each) => each.startsWith('custom:'))) {
    const from = sources.find(({ is }) => is.id === take[field]) ?? betterSource(field, sources, survivor);
    const [former, value] = [fieldValue(field, survivor), fieldValue(field, from)];
    if (isDeepStrictEqual(former, value)) continue;
    before[field] = former;
    after[field] = value;
    values.push({ contactId: survivor.is.id, fieldId: Number(field.slice(7)), value });
  }
  return { image, before, after, values, replaced: replaces ? survivor.is : undefined };
}

type Moved = Map<number, Record<string, [row: number, from: number][]>>;

/** By survivor, which rows of which tables came from whom. */
async function moveRows(tx: Tx, attached: readonly Attached[], pairs: { id: number; survivorId: number }[]): Promise<Moved> {
  await lockShared(tx, attached, [...new Set(pairs.map(({ id }) => id))]);
  const moved: Moved = new Map();
  const survivors = new Map(pairs.map(({ id, survivorId }) => [id, survivorId]));
  // Not unnest: it counts as volatile, and a sharded cluster takes no such function in an UPDATE.
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) g(id bigint, "survivorId" bigint)`;
  for (const { table, column } of movedTables(attached)) {
    const contact = sql.ref(`t.${column}`);
    const { rows } = await sql<{ id: number; from: number }>`
      update ${sql.table(table)} t set ${sql.ref(column)} = g."survivorId" from ${given}
      where t.company_id = ${tx.companyId} and ${contact} = g.id returning t.id, g.id as from`.execute(tx.db);
    for (const { id, from } of rows) {
      const survivor = survivors.get(from) ?? 0;
      const tables = moved.get(survivor) ?? {};
      const name = `${table}.${column}`;
      tables[name] = [...(tables[name] ?? []), [id, from]];
      moved.set(survivor, tables);
    }
  }
  return moved;
}

/**
 * Rows that belong to two contacts, as links do, may belong to two merges at once: each changes one of the columns first. Locked in one order before,
 * neither waits for the other with a lock in its hand.
 */
export async function lockShared(tx: Tx, attached: readonly Attached[], contactIds: readonly number[]): Promise<void> {
  const columns = Map.groupBy(movedTables(attached), ({ table }) => table);
  for (const [table, its] of columns) {
    if (its.length < 2) continue;
    const isTheirs = its.map(({ column }) => sql`t.${sql.ref(column)} = any(${contactIds}::bigint[])`);
    await sql`
      select t.id from ${sql.table(table)} t where t.company_id = ${tx.companyId} and (${sql.join(isTheirs, sql` or `)})
      order by t.id for update`.execute(tx.db);
  }
}

async function insertMerges(
  tx: Tx,
  merges: { survivor: number; others: number[] }[],
  moved: Moved,
  bulkActionId: number | null,
): Promise<number[]> {
  const rows = merges.map(({ survivor, others }) => ({
    survivor_id: survivor,
    merged_ids: others,
    moved: moved.get(survivor) ?? {},
  }));
  const inserted = await sql<{ id: number; survivor_id: number }>`
    insert into contact_merges (company_id, survivor_id, merged_ids, moved, bulk_action_id, merged_by)
    select ${tx.companyId}::bigint, r.survivor_id, array(select jsonb_array_elements_text(r.merged_ids)::bigint), r.moved,
      ${bulkActionId}::bigint, ${tx.actor.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(survivor_id bigint, merged_ids jsonb, moved jsonb)
    returning id, survivor_id`.execute(tx.db);
  const ids = new Map(inserted.rows.map(({ id, survivor_id }) => [survivor_id, id]));
  return merges.map(({ survivor }) => ids.get(survivor) ?? 0);
}

// Undoes merges. A field that still has the merge's value gets its former one back;
// a field changed since stays.

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { followOwners, referenceTables, tellChanged } from '#areas/crm/contacts/contacts.service.ts';
import { followPolicies } from '#areas/crm/policies/policies.service.ts';
import { type Unmerged, unmergeDays } from '#contract/contactMerges.ts';
import type { Attached } from '#kernel/attached.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { columnsWith, holderOf, type Image, type Source } from './duplicates.better.ts';
import { lockShared, movedTables } from './duplicates.merge.ts';
import { type FieldValue, journalMerges, lockSources, markMerged, writeFieldValues, writeImages } from './duplicates.queries.ts';

export interface Merge {
  id: number;
  survivor_id: number;
  merged_ids: number[];
  moved: Record<string, [row: number, from: number][]>;
  created_at: string;
}

/** One merge, for a user who reaches the contact that stayed. */
export async function unmerge(tx: Tx, attached: readonly Attached[], id: number): Promise<Unmerged> {
  const [merge] = await lockMerges(tx, sql<boolean>`m.id = ${id}`);
  const reached = merge && (await lockSources(tx, [merge.survivor_id], { reachedOnly: true })).get(merge.survivor_id);
  if (!merge || !reached) throw fail(merge || !(await isKnown(tx, id)) ? 'not_found' : 'merges.nothing_to_undo');
  if (reached.is.merged_into !== null) throw fail('merges.merged_again');
  const [result] = await undoMerges(tx, attached, [merge], null);
  if (!result) throw fail('merges.nothing_to_undo');
  for (const { is } of [result.survivor, ...result.restored]) await tellChanged(tx, is.id, holderOf(is));
  await tellChanged(tx, merge.survivor_id, holderOf(reached.is));
  return {
    survivor_id: merge.survivor_id,
    restored: result.restored.map(({ is }) => ({ id: is.id, name: `${is.first_name} ${is.last_name}`.trim() })),
    kept: await listChanges(tx, merge, result.kept),
  };
}

/** Locks the merges that can be undone, in the order of ids. */
export async function lockMerges(tx: Tx, which: ReturnType<typeof sql<boolean>>): Promise<Merge[]> {
  const { rows } = await sql<Merge>`
    select m.id, m.survivor_id, m.merged_ids, m.moved, m.created_at from contact_merges m
    where m.company_id = ${tx.companyId} and ${which} and m.undone_at is null and m.created_at > now() - make_interval(days => ${unmergeDays})
    order by m.id for update`.execute(tx.db);
  return rows;
}

async function isKnown(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ survivor_id: number }>`
    select m.survivor_id from contact_merges m where m.company_id = ${tx.companyId} and m.id = ${id}`.execute(tx.db);
  const survivor = rows[0]?.survivor_id;
  return survivor !== undefined && (await lockSources(tx, [survivor], { reachedOnly: true })).size > 0;
}

export interface Undone {
  merge: Merge;
  survivor: Source;
  restored: Source[];
  /** Fields of the survivor that stay. */
  kept: string[];
}

/**
 * In a fixed number of statements. Leaves out merges whose survivor was merged again, or whose contacts are gone.
 * A contact whose owner has left goes to the owner of the contact that stayed.
 */
export async function undoMerges(
  tx: Tx,
  attached: readonly Attached[],
  merges: Merge[],
  bulkActionId: number | null,
): Promise<Undone[]> {
  const sources = await lockSources(
    tx,
    merges.flatMap(({ survivor_id, merged_ids }) => [survivor_id, ...merged_ids]),
    { reachedOnly: false },
  );
  const entries = await entriesOf(tx, merges);
  const missing = await missingReferences(tx, [
    ...[...entries.values()].map(({ before }) => before),
    ...[...sources.values()].map(({ is: { owner_id } }) => ({ owner_id })),
  ]);
  const undone = merges.flatMap((merge) => {
    const survivor = sources.get(merge.survivor_id);
    const entry = entries.get(merge.id);
    const restored = merge.merged_ids
      .flatMap((id) => sources.get(id) ?? [])
      .filter(({ is }) => is.merged_into === merge.survivor_id);
    if (!survivor || !entry || survivor.is.merged_into !== null || restored.length === 0) return [];
    const former = formerOf(entry, survivor, restored, missing);
    const { owner_id, pool_id } = former.image;
    const orphans = restored
      .filter(({ is }) => missing.has(`owner_id:${is.owner_id}`))
      .map(({ is }) => ({ ...is, owner_id, pool_id }));
    return [{ merge, survivor, restored, orphans, ...former }];
  });
  await writeImages(
    tx,
    undone.flatMap(({ image, orphans }) => [image, ...orphans]),
  );
  await writeFieldValues(
    tx,
    undone.flatMap(({ values }) => values),
  );
  await markMerged(
    tx,
    undone.flatMap(({ restored }) => restored.map(({ is }) => ({ id: is.id, survivorId: null }))),
  );
  await moveBack(tx, attached, undone);
  await journalMerges(
    tx,
    undone.flatMap(({ merge, survivor, restored, orphans, before, after }) => {
      const entry = { action: 'unmerged' as const, mergeId: merge.id, bulkActionId };
      return [
        { ...entry, contactId: survivor.is.id, before, after },
        ...restored.map(({ is }) => {
          const orphan = orphans.find(({ id }) => id === is.id);
          return {
            ...entry,
            contactId: is.id,
            before: { merged_into: survivor.is.id, ...(orphan && holderOf(is)) },
            after: { merged_into: null, ...(orphan && holderOf(orphan)) },
          };
        }),
      ];
    }),
  );
  await sql`
    update contact_merges set undone_at = ${tx.clock()}::timestamptz, undone_by = ${tx.actor.userId}::bigint
    where company_id = ${tx.companyId} and id = any(${undone.map(({ merge }) => merge.id)}::bigint[])`.execute(tx.db);
  const contacts = undone.flatMap(({ survivor, restored }) => [survivor.is.id, ...restored.map(({ is }) => is.id)]);
  await followPolicies(tx, contacts);
  await followOwners(
    tx,
    undone.flatMap(({ restored }) => restored.map(({ is }) => is.id)),
    undone.flatMap(({ survivor }) => (survivor.is.owner_id as number | null) ?? []),
  );
  return undone;
}

interface Entry {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  medicare_number_sealed: unknown;
  medicare_number_blind: unknown;
}

/** The journal entry that each merge wrote for its survivor, by the merge's id. */
async function entriesOf(tx: Tx, merges: Merge[]): Promise<Map<number, Entry>> {
  const { rows } = await sql<{ merge_id: number; is: Entry }>`
    select j.merge_id, to_jsonb(j) as is from contact_changes j
    where j.company_id = ${tx.companyId} and j.contact_id = any(${merges.map(({ survivor_id }) => survivor_id)}::bigint[])
      and j.merge_id = any(${merges.map(({ id }) => id)}::bigint[]) and j.action = 'merged'`.execute(tx.db);
  return new Map(rows.map(({ merge_id, is }) => [merge_id, is]));
}

/** The survivor as it was, but for what somebody changed since. */
function formerOf(
  { before: former, after: given, ...replaced }: Entry,
  { is, custom }: Source,
  restored: Source[],
  missing: Set<string>,
) {
  const image: Image = { ...is };
  const values: FieldValue[] = [];
  const kept: string[] = [];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  const set = (field: string, now: unknown, next: unknown) => {
    before[field] = now ?? null;
    after[field] = next ?? null;
  };
  for (const field of Object.keys(given)) {
    const isGone = missing.has(`${field}:${former[field]}`);
    if (field.startsWith('custom:')) {
      const fieldId = Number(field.slice(7));
      const now = custom.get(fieldId) ?? null;
      if (!isDeepStrictEqual(now, given[field] ?? null)) kept.push(field);
      else {
        values.push({ contactId: is.id, fieldId, value: former[field] ?? null });
        set(field, now, former[field]);
      }
    } else if (field === 'tags') {
      const added = (given.tags as number[]).filter((tag) => !(former.tags as number[]).includes(tag));
      image.tags = is.tags.filter((tag) => !added.includes(tag));
      set('tags', is.tags, image.tags);
    } else if (field === 'medicare_number') {
      const fromMerge = restored.some((source) => source.is.medicare_number_blind === is.medicare_number_blind);
      if (!fromMerge) kept.push(field);
      else {
        image.medicare_number_sealed = replaced.medicare_number_sealed;
        image.medicare_number_blind = replaced.medicare_number_blind;
        set(field, given[field], former[field]);
      }
    } else {
      // An address is given back whole; owner and pool are one field, for a contact has exactly one of them.
      const columns = columnsWith(field);
      const isAsGiven = columns.every((column) => !(column in given) || isDeepStrictEqual(is[column], given[column]));
      if (!isAsGiven || isGone || columns.some((column) => missing.has(`${column}:${former[column]}`))) kept.push(field);
      else {
        image[field] = former[field] ?? null;
        set(field, is[field], former[field]);
      }
    }
  }
  return { image, values, kept, before, after };
}

/** Former values whose row was deleted since, or whose user has left, as `status_id:3`. */
async function missingReferences(tx: Tx, images: Record<string, unknown>[]): Promise<Set<string>> {
  const missing = new Set<string>();
  for (const [field, table] of Object.entries({ ...referenceTables, pool_id: 'pools', owner_id: 'users' })) {
    const ids = [...new Set(images.map((image) => image[field]).filter((id) => typeof id === 'number'))];
    if (ids.length === 0) continue;
    const stays = table === 'users' ? sql`t.active` : sql`true`;
    const { rows } = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t where t.company_id = ${tx.companyId} and t.id = any(${ids}::bigint[]) and ${stays}`.execute(
      tx.db,
    );
    const known = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) missing.add(`${field}:${id}`);
  }
  return missing;
}

/** Rows that still belong to the survivor go back, with the edits since. */
async function moveBack(tx: Tx, attached: readonly Attached[], undone: Undone[]): Promise<void> {
  const survivors = undone.map(({ merge }) => merge.survivor_id);
  await lockShared(tx, attached, survivors);
  for (const { table, column } of movedTables(attached)) {
    const rows = undone.flatMap(({ merge, restored }) =>
      // Earlier merges name the table alone.
      (merge.moved[`${table}.${column}`] ?? merge.moved[table] ?? [])
        .filter(([, from]) => restored.some(({ is }) => is.id === from))
        .map(([id, former]) => ({ id, former, survivor: merge.survivor_id })),
    );
    if (rows.length === 0) continue;
    await sql`
      update ${sql.table(table)} t set ${sql.ref(column)} = g.former
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(id bigint, former bigint, survivor bigint)
      where t.company_id = ${tx.companyId} and t.id = g.id and ${sql.ref(`t.${column}`)} = g.survivor`.execute(tx.db);
  }
}

/** The last change of each kept field, with its author. */
async function listChanges(tx: Tx, { id, survivor_id, created_at }: Merge, kept: string[]): Promise<Unmerged['kept']> {
  const { rows } = await sql<Unmerged['kept'][number]>`
    select f.field, l.at as changed_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as changed_by
    from unnest(${kept}::text[]) f(field)
    left join lateral (select j.at, j.actor_id from contact_changes j
      where j.company_id = ${tx.companyId} and j.contact_id = ${survivor_id} and j.at > ${created_at}::timestamptz
        and j.merge_id is distinct from ${id} and j.after ? f.field
      order by j.at desc, j.id desc limit 1) l on true
    left join users u on u.company_id = ${tx.companyId} and u.id = l.actor_id order by f.field`.execute(tx.db);
  return rows;
}

// Loading and writing saved views.
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import type { Me } from '#contract/me.ts';
import { maxSharedViews, type ViewLayout } from '#contract/savedViewLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { SavedViews } from '#kernel/db/database.generated.ts';
import type { Condition } from '#kernel/db/sql.ts';
import { isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { isShownTo, type Sight } from './savedViews.sight.ts';

export interface StoredView {
  id: number;
  owner_id: number;
  owner: { id: number; name: string };
  name: string;
  shared: boolean;
  scope: ContactsScopeInput;
  columns: string[];
  layout: ViewLayout;
  version: number;
  updated_at: string;
  updated_by: { id: number; name: string };
}

/** More than one may save: a successor gets shared ones besides. */
const maxOwn = 200;

const isOwn = (tx: Tx): Condition => sql`v.company_id = ${tx.companyId} and v.owner_id = ${tx.actor.userId}`;

/** The own ones in their order, then those of others by name. */
export async function listViews(tx: Tx, sight: Sight): Promise<StoredView[]> {
  const { rows } = await listQuery(tx, sight).execute(tx.db);
  return rows;
}

export const listQuery = (tx: Tx, sight: Sight) => sql<StoredView>`
  with listed as (
    (select v.id, false as by_name from saved_views v where ${isOwn(tx)} order by v.position, v.id limit ${maxOwn})
    union all
    (select v.id, true as by_name from saved_views v
      where v.company_id = ${tx.companyId} and v.owner_id <> ${tx.actor.userId} and ${isShownTo(sight)}
      order by v.key, v.id limit ${maxSharedViews}))
  select ${viewColumns(tx)} from listed l join saved_views v on v.company_id = ${tx.companyId} and v.id = l.id
  order by l.by_name, case when l.by_name then 0 else v.position end, case when l.by_name then v.key else '' end, v.id`;

/** The named views that the actor sees, in the order of the ids. */
export async function findViews(tx: Tx, sight: Sight, ids: number[]): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`
    select ${viewColumns(tx)} from saved_views v
    where v.company_id = ${tx.companyId} and ${isAny('v.id', ids)} and (${isOwn(tx)} or ${isShownTo(sight)})
    order by array_position(${ids}::bigint[], v.id)`.execute(tx.db);
  return rows;
}

/** 404 for one that the actor does not see. */
export async function lockView(tx: Tx, id: number, sight: Sight): Promise<StoredView> {
  const { rows } = await sql<StoredView>`
    select ${viewColumns(tx)} from saved_views v
    where v.company_id = ${tx.companyId} and v.id = ${id} and (${isOwn(tx)} or ${isShownTo(sight)}) for update`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

export async function listOwnNames(tx: Tx): Promise<Me['quick_filters']> {
  const { rows } = await sql<Me['quick_filters'][number]>`
    select v.id, v.name, not v.private as shared from saved_views v
    where ${isOwn(tx)} order by v.position, v.id limit ${maxOwn}`.execute(tx.db);
  return rows;
}

/** Of the shared ones, how many the actor sees, the own among them; no further than one more than there may be. */
export async function countShared(tx: Tx, sight: Sight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from saved_views v where v.company_id = ${tx.companyId} and not v.private and (${isOwn(tx)} or ${isShownTo(sight)})
      limit ${maxSharedViews + 1}) shared`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** Of one that is gone, the actor: the next look says so. */
export async function ownerOf(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ owner_id: number }>`
    select owner_id from saved_views where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  return rows[0]?.owner_id ?? tx.actor.userId;
}

/** One change of a user's list at a time. */
export const lockOwner = (tx: Tx, ownerId: number) =>
  sql`select from users where company_id = ${tx.companyId} and id = ${ownerId} for no key update`.execute(tx.db);

/** The views of one user by their order, the last position, and whether one of them, but for `except`, has this name. */
export async function getOwn(tx: Tx, ownerId: number, name = '', except = 0) {
  const { rows } = await sql<{ count: number; last: number; ids: number[]; taken: boolean }>`
    select count(*) as count, coalesce(max(v.position), -1) as last,
      coalesce(array_agg(v.id order by v.position, v.id), '{}') as ids,
      coalesce(bool_or(v.key = fold(${name}) and v.id <> ${except}), false) as taken
    from saved_views v where v.company_id = ${tx.companyId} and v.owner_id = ${ownerId}`.execute(tx.db);
  return rows[0] ?? { count: 0, last: -1, ids: [], taken: false };
}

type Columns = Omit<Updateable<SavedViews>, 'company_id' | 'id'>;

export async function insertView(tx: Tx, columns: Columns): Promise<number> {
  const by = { company_id: tx.companyId, owner_id: tx.actor.userId, updated_by: tx.actor.userId };
  const row = { ...columns, ...by } as Parameters<ReturnType<typeof tx.db.insertInto<'saved_views'>>['values']>[0];
  const { id } = await tx.db.insertInto('saved_views').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updateView = (tx: Tx, id: number, columns: Columns) =>
  tx.db
    .updateTable('saved_views')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_by: tx.actor.userId, updated_at: tx.clock() }))
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();

/** In the order of the ids. */
export const placeViews = (tx: Tx, ids: number[]) =>
  sql`update saved_views v set position = o.place - 1 from unnest(${ids}::bigint[]) with ordinality o (id, place)
    where v.company_id = ${tx.companyId} and v.id = o.id`.execute(tx.db);

export const deleteView = (tx: Tx, id: number) =>
  tx.db.deleteFrom('saved_views').where('company_id', '=', tx.companyId).where('id', '=', id).execute();

const viewColumns = (tx: Tx): RawBuilder<unknown> => sql`v.id, v.owner_id, v.name, not v.private as shared, v.scope, v.columns,
  v.layout, v.version, v.updated_at, ${personOf(tx, 'v.owner_id')} as owner, ${personOf(tx, 'v.updated_by')} as updated_by`;

const personOf = (tx: Tx, column: string) => sql`
  (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
    from users u where u.company_id = ${tx.companyId} and u.id = ${sql.ref(column)})`;

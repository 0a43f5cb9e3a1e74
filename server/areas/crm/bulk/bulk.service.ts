// Bulk actions: what was asked, and how far it is. bulk.run.ts does the work, bulk.end.ts ends it.
import { sql } from 'kysely';
import type { z } from 'zod';
import { inReach, resolveScope, undoOperation } from '#areas/crm/contacts/contacts.service.ts';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import { type BulkAction, undoDays } from '#contract/bulk.ts';
import { Selection } from '#contract/contactsScope.ts';
import { mustHave, type Tx } from '#kernel/context.ts';
import { keysetOf } from '#kernel/db/paging.ts';
import { isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { stopBulkAction } from './bulk.end.ts';
import { bulkJobs } from './bulk.jobs.ts';

export { countRunningBulkActions, endBulkAction, lockBulkAction, stopBulkAction, stopBulkActionsOf } from './bulk.end.ts';

export async function startBulkAction<S extends z.ZodType>(
  tx: Tx,
  operation: Operation<S>,
  selection: Selection,
  input: z.input<S>,
): Promise<BulkAction> {
  await resolveScope(tx, selection.contacts_scope); // so that the asker sees a refusal
  return insertBulkAction(tx, operation, { selection, input, undoOf: null });
}

/**
 * The caller checks whether it can be undone. The contacts are read from the journal;
 * the stored selection is not used.
 */
export async function undoBulkAction(tx: Tx, id: number): Promise<BulkAction> {
  const { rows } = await sql`select from (${changedBy(tx, await reachOfActor(tx), id)}) changed limit 1`.execute(tx.db);
  if (rows.length === 0) throw fail('bulk.nothing_to_undo');
  return insertBulkAction(tx, undoOperation, { selection: Selection.parse({ all: true }), input: { of: id }, undoOf: id });
}

/**
 * Rows of `id` and `ordinal`: contacts in reach that the action changed and no undo gave back;
 * those that stayed of a merge.
 */
export const changedBy = (tx: Tx, reach: ActorReach, actionId: number) => sql`
  select j.contact_id as id, row_number() over (order by j.contact_id) as ordinal from contact_changes j
  join contacts c on c.company_id = ${tx.companyId} and c.id = j.contact_id and ${inReach(reach)}
  where j.company_id = ${tx.companyId} and j.bulk_action_id = ${actionId} and j.action <> 'merged_away'
  group by j.contact_id having not bool_or(j.action in ('undone', 'unmerged'))`;

/** Every action is started here. */
async function insertBulkAction<S extends z.ZodType>(
  tx: Tx,
  operation: Operation<S>,
  { selection, input, undoOf }: { selection: Selection; input: z.input<S>; undoOf: number | null },
): Promise<BulkAction> {
  const { name, permission } = operation;
  mustHave(tx.actor, permission);
  await operation.check?.(tx, operation.input.parse(input));
  const { id } = await tx.db
    .insertInto('bulk_actions')
    .values({
      company_id: tx.companyId,
      operation: name,
      asked_by: tx.actor.userId,
      selection: JSON.stringify(selection),
      input: JSON.stringify(input),
      undo_of: undoOf,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.enqueue(bulkJobs.run, { id });
  return getBulkAction(tx, [operation as Operation], id);
}

const places = keysetOf('bulk_actions');

/** `operations`: all that areas declare; they have the words on screen. */
export async function listBulkActions(
  tx: Tx,
  operations: Operation[],
  { cursor, limit, of }: { cursor?: string | undefined; limit: number; of: 'me' | 'team' },
) {
  const [at, id] = cursor ? places.placeOf(tx, cursor) : [];
  const rows = await actions(tx)
    .select(sql<string>`b.created_at::text`.as('exact_at'))
    .where(await isVisible(tx, of))
    .$if(at !== undefined, (query) => query.where(sql<boolean>`(b.created_at, b.id) < (${at}::timestamptz, ${id}::bigint)`))
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next_cursor = rows.length > limit && last ? places.cursorOf(tx, [last.exact_at, last.id]) : null;
  return { data: page.map(({ exact_at: _, ...row }) => present(tx, row, operations)), meta: { next_cursor } };
}

export async function getBulkAction(tx: Tx, operations: Operation[], id: number): Promise<BulkAction> {
  const row = await actions(tx)
    .where('b.id', '=', id)
    .where(await isVisible(tx))
    .executeTakeFirst();
  if (!row) throw fail('not_found');
  return present(tx, row, operations);
}

export async function cancelBulkAction(tx: Tx, operations: Operation[], id: number): Promise<BulkAction> {
  await getBulkAction(tx, operations, id); // 404 where it is not theirs to see
  await stopBulkAction(tx, operations, id);
  return getBulkAction(tx, operations, id);
}

/** The visible bulk actions that wait or run now. */
export async function getWorkersStatus(tx: Tx, operations: Operation[]): Promise<{ data: BulkAction[]; busy: boolean }> {
  const rows = await actions(tx)
    .where(await isVisible(tx))
    .where('b.status', 'in', ['queued', 'processing'])
    .orderBy('b.created_at', 'desc')
    .limit(100)
    .execute();
  return { data: rows.map((row) => present(tx, row, operations)), busy: rows.length > 0 };
}

/** Which rows `b` of `bulk_actions` the actor sees: their own; a leader those of everybody in reach. */
export async function isVisible(tx: Tx, of: 'me' | 'team' = 'team') {
  const own = sql<boolean>`b.asked_by = ${tx.actor.userId}`;
  if (of === 'me' || !tx.actor.has('team.lead')) return own;
  const reach = await reachOfActor(tx);
  return reach.company ? sql<boolean>`true` : sql<boolean>`(${own} or ${isAny('b.asked_by', reach.ownerIds)})`;
}

/** Of a row `b` of `bulk_actions`. */
export const isUndoable = (
  tx: Tx,
) => sql<boolean>`(b.status in ('complete', 'cancelled', 'failed') and b.changed > 0 and b.undo_of is null
  and b.created_at > now() - make_interval(days => ${undoDays}) and not exists (
    select from bulk_actions o where o.company_id = ${tx.companyId} and o.undo_of is not null and o.undo_of = b.id
      and o.status in ('queued', 'processing', 'complete')))`;

/**
 * An undo keeps its list; that of another action is read from the frozen selection, which is dropped after
 * some weeks.
 */
const hasUnchanged = (tx: Tx) => sql<boolean>`(b.finished_at is not null and case when b.undo_of is not null then b.kept > 0
  else b.changed < b.total and exists (
    select from bulk_action_contacts s where s.company_id = ${tx.companyId} and s.bulk_action_id = b.id) end is true)`;

const actions = (tx: Tx) =>
  tx.db
    .selectFrom('bulk_actions as b')
    .innerJoin('users as u', (join) => join.on('u.company_id', '=', tx.companyId).onRef('u.id', '=', 'b.asked_by'))
    .select([
      'b.id',
      'b.operation',
      'b.status',
      'b.total',
      'b.done',
      'b.changed',
      'b.error',
      'b.created_at',
      'b.finished_at',
      'b.asked_by',
      'b.undo_of',
      'b.kept',
      sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('asked_by_name'),
      gives(tx).as('gives'),
      isUndoable(tx).as('undoable'),
      hasUnchanged(tx).as('list_unchanged'),
      sql<boolean>`exists (select from bulk_actions o
        where o.company_id = ${tx.companyId} and o.undo_of is not null and o.undo_of = b.id and o.status = 'complete')`.as(
        'undone',
      ),
    ])
    .where('b.company_id', '=', tx.companyId);

/** From the inputs of tag, update, assign and transfer. */
const gives = ({ companyId }: Pick<Tx, 'companyId'>) => sql<BulkAction['gives']>`json_build_object(
  'fields', array(
    select coalesce('custom:' || f.id, k)
    from (select case b.operation when 'update' then b.input when 'transfer' then b.input -> 'fields' else '{}' end as given) i
    cross join lateral jsonb_object_keys(i.given) k
    left join lateral jsonb_object_keys(case when k = 'custom_fields' then i.given -> k else '{}' end) f (id) on true),
  'tags', ${tagNames(companyId, 'add')}, 'removed_tags', ${tagNames(companyId, 'remove')},
  'to', coalesce(
    (select trim(o.first_name || ' ' || o.last_name) from users o where o.company_id = ${companyId} and o.id = (b.input ->> 'owner_id')::bigint),
    (select p.name from pools p where p.company_id = ${companyId} and p.id = (b.input ->> 'pool_id')::bigint),
    (select string_agg(coalesce(p.name, trim(o.first_name || ' ' || o.last_name)), ', ')
      from jsonb_to_recordset(case when b.operation = 'transfer' then b.input -> 'to' else '[]' end) r (owner_id bigint, pool_id bigint)
      left join users o on o.company_id = ${companyId} and o.id = r.owner_id
      left join pools p on p.company_id = ${companyId} and p.id = r.pool_id)))`;

const tagNames = (companyId: number, list: 'add' | 'remove') => sql`array(
  select t.name from tags t where t.company_id = ${companyId} and b.input -> ${list} @> to_jsonb(t.id) order by t.key)`;

type BulkRow = Awaited<ReturnType<ReturnType<typeof actions>['executeTakeFirstOrThrow']>>;

/** Of an operation that this version no longer has. */
const otherLabels = { doing: 'Working on', done: 'Worked on' };

function present(
  tx: Tx,
  { asked_by, asked_by_name, undoable, list_unchanged, ...row }: BulkRow,
  operations: Operation[],
): BulkAction {
  const status = row.status as BulkAction['status'];
  const operation = operations.find(({ name }) => name === row.operation);
  return {
    ...row,
    status,
    labels: operation?.labels ?? otherLabels,
    asked_by: { id: asked_by, name: asked_by_name },
    can: {
      cancel: status === 'queued' || status === 'processing',
      undo: undoable && !operation?.final && tx.actor.has('contacts.bulk'),
      list_unchanged,
    },
  };
}

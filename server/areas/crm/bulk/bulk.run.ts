// Runs a bulk action batch by batch, after it froze the selection. A batch commits with its checkpoint.
import { sql, type Updateable } from 'kysely';
import { chosenBy } from '#areas/crm/contacts/contacts.service.ts';
import { followPolicies } from '#areas/crm/policies/policies.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { Selection } from '#contract/contactsScope.ts';
import { inTenant, mustHave, type Tx, type WorkCtx } from '#kernel/context.ts';
import type { BulkActions } from '#kernel/db/database.generated.ts';
import { allOf } from '#kernel/db/sql.ts';
import { Failure } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { endBulkAction, lockBulkAction, tellProgress } from './bulk.end.ts';
import { changedBy } from './bulk.service.ts';

const batchSize = 1_000;

/** `operations`: all that areas declare. */
export async function runBulkAction(
  ctx: WorkCtx,
  id: number,
  operations: Operation[],
  { signal, movedOn }: Steps,
): Promise<void> {
  try {
    await inTenant(ctx, (tx) => freeze(tx, id, operations));
    while (!signal.aborted) {
      const goesOn = await inTenant(ctx, (tx) => runBatch(tx, id, operations));
      if (!goesOn) return;
      await movedOn?.();
    }
  } catch (error) {
    // A refusal, as when the receiver has left, would repeat in every retry: the action fails at once.
    if (error instanceof Failure && error.status < 500)
      return failBulkAction(ctx, id, operations, `${error.message} Finished batches stay.`);
    throw error;
  }
  throw new Error('stopped before the end; the next run goes on'); // the queue gives it back
}

const internal = 'This stopped because of an internal error. Finished batches stay.';

export async function failBulkAction(ctx: WorkCtx, id: number, operations: Operation[], error = internal): Promise<void> {
  await inTenant(ctx, async (tx) => {
    const action = await lockBulkAction(tx, id);
    if (!action || action.status === 'complete' || action.status === 'cancelled') return;
    await endBulkAction(tx, operations, action, { status: 'failed', error });
  });
}

/** The selection's contacts, in reach, as they are now; what joins the scope later is not part of it. */
async function freeze(tx: Tx, id: number, operations: Operation[]): Promise<void> {
  const action = await lockBulkAction(tx, id);
  if (action?.status === 'failed' && action.total !== null) {
    // Somebody runs its dead job again: it goes on where it stopped.
    await update(tx, id, { status: 'processing', error: null, finished_at: null });
    return tellProgress(tx, { ...action, status: 'processing' });
  }
  if (action?.status !== 'queued' && action?.status !== 'failed') return;
  const frozen = await sql<{ total: number }>`
    with picked as (${await pickedBy(tx, action, operations)}),
    kept as (insert into bulk_action_contacts (company_id, bulk_action_id, ordinal, contact_id)
      select ${tx.companyId}::bigint, ${id}::bigint, ordinal, picked.id from picked returning ordinal)
    select count(*) as total from kept`.execute(tx.db);
  const total = frozen.rows[0]?.total ?? 0;
  // The scope may hold a searched number in clear: nobody needs it any more.
  await update(tx, id, { status: 'processing', total, error: null, finished_at: null, selection: '{}' });
  tellProgress(tx, { ...action, status: 'processing', total });
}

/** Rows of `id` and `ordinal`. */
async function pickedBy(tx: Tx, action: NonNullable<Awaited<ReturnType<typeof lockBulkAction>>>, operations: Operation[]) {
  if (action.undo_of !== null) return changedBy(tx, await reachOfActor(tx), action.undo_of);
  const { choose, input } = operationOf(operations, action.operation);
  return choose ? choose(tx, input.parse(action.input)) : chosen(tx, Selection.parse(action.selection));
}

function operationOf(operations: Operation[], wanted: string): Operation {
  const operation = operations.find(({ name }) => name === wanted);
  if (!operation) throw new Error(`there is no operation ${wanted}`);
  return operation;
}

async function chosen(tx: Tx, selection: Selection) {
  const { conditions } = await chosenBy(tx, selection);
  return sql`select c.id, row_number() over (order by c.id) as ordinal from contacts c where ${allOf(conditions)}`;
}

/** False where there is nothing left to do. */
async function runBatch(tx: Tx, id: number, operations: Operation[]): Promise<boolean> {
  const action = await lockBulkAction(tx, id);
  if (action?.status !== 'processing') return false;
  const operation = operationOf(operations, action.operation);
  mustHave(tx.actor, operation.permission);
  const batch = await tx.db
    .selectFrom('bulk_action_contacts')
    .select(['contact_id', 'ordinal'])
    .where('company_id', '=', tx.companyId)
    .where('bulk_action_id', '=', id)
    .where('ordinal', '>', action.done)
    .orderBy('ordinal')
    .limit(batchSize)
    .execute();
  const ids = batch.map((row) => row.contact_id);
  const ordinals = batch.map((row) => row.ordinal);
  const input = operation.input.parse(action.input);
  await operation.check?.(tx, input);
  const undone = action.undo_of === null ? null : await findUndone(tx, action.undo_of, operations);
  const work = () =>
    undone?.undo && action.undo_of ? undone.undo(tx, ids, action.undo_of, id) : operation.batch(tx, ids, input, id, ordinals);
  const result = ids.length > 0 ? await work() : 0;
  // A kind that comes back may be one that policies decide, and they may have changed since.
  if (undone) await followPolicies(tx, ids);
  const { changed, kept } = typeof result === 'number' ? { changed: result, kept: 0 } : result;
  const counts = { changed: action.changed + changed, kept: action.kept + kept };
  if (batch.length < batchSize) {
    await endBulkAction(tx, operations, action, { ...counts, status: 'complete', done: action.total ?? 0 });
    return false;
  }
  const done = ordinals.at(-1) ?? 0; // a place, not a count: rows of erased contacts are missing
  await update(tx, id, { ...counts, done });
  tellProgress(tx, { ...action, done });
  return true;
}

/** The operation of the action that is taken back. */
async function findUndone(tx: Tx, id: number, operations: Operation[]): Promise<Operation | undefined> {
  const action = await tx.db
    .selectFrom('bulk_actions')
    .select('operation')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return operations.find(({ name }) => name === action?.operation);
}

const update = (
  tx: Tx,
  id: number,
  columns: Partial<
    Pick<Updateable<BulkActions>, 'status' | 'total' | 'done' | 'changed' | 'kept' | 'error' | 'finished_at' | 'selection'>
  >,
) => tx.db.updateTable('bulk_actions').set(columns).where('company_id', '=', tx.companyId).where('id', '=', id).execute();

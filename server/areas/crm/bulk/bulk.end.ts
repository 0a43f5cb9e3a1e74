// Ends bulk actions: complete, stopped or failed.
// One way for all, with the operation's last step and the progress.
import type { Selectable } from 'kysely';
import type { BulkAction } from '#contract/bulk.ts';
import type { Tx } from '#kernel/context.ts';
import type { BulkActions } from '#kernel/db/database.generated.ts';
import type { Operation } from '#kernel/jobs/operations.ts';

type Row = Selectable<BulkActions>;

/** Until the transaction ends, nobody else changes it or starts an undo of it. */
export const lockBulkAction = (tx: Tx, id: number): Promise<Row | undefined> =>
  tx.db
    .selectFrom('bulk_actions')
    .selectAll()
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

interface End {
  status: 'complete' | 'cancelled' | 'failed';
  done?: number;
  changed?: number;
  kept?: number;
  error?: string | null;
}

/**
 * `action`: locked. `ended` is called once:
 * a failed action may still run again, and a stopped one has had it.
 */
export async function endBulkAction(tx: Tx, operations: readonly Operation[], action: Row, end: End): Promise<void> {
  await tx.db
    .updateTable('bulk_actions')
    .set({ error: null, ...end, finished_at: tx.clock(), ...(end.status === 'cancelled' && { selection: '{}' }) })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', action.id)
    .execute();
  if (action.status !== 'cancelled') {
    const operation = operations.find(({ name }) => name === action.operation);
    const hook = end.status === 'failed' ? operation?.failed : operation?.ended;
    await hook?.(tx, operation?.input.parse(action.input), action.id);
  }
  tellProgress(tx, { ...action, ...end });
  tx.tell({ event: 'contacts.changed' }, { to: 'contacts.read' });
}

const running = ['queued', 'processing'];

/** After its current batch; finished batches stay. One that has ended stays as it is. */
export async function stopBulkAction(tx: Tx, operations: readonly Operation[], id: number): Promise<void> {
  const action = await lockBulkAction(tx, id);
  if (action && running.includes(action.status)) await endBulkAction(tx, operations, action, { status: 'cancelled' });
}

/** The user leaves: what they started is stopped. */
export async function stopBulkActionsOf(tx: Tx, operations: readonly Operation[], userId: number): Promise<void> {
  for (const id of await listRunning(tx, userId)) await stopBulkAction(tx, operations, id);
}

/** The user's bulk actions that wait or run. */
export const countRunningBulkActions = async (tx: Tx, userId: number): Promise<number> => (await listRunning(tx, userId)).length;

async function listRunning(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('bulk_actions')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('asked_by', '=', userId)
    .where('status', 'in', running)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A row as it is stored, or as it is to be. */
export const tellProgress = (
  tx: Tx,
  {
    id,
    asked_by,
    operation,
    status,
    total,
    done,
  }: Pick<BulkAction, 'id' | 'operation' | 'total' | 'done'> & { asked_by: number; status: string },
) => tx.tell({ event: 'bulk.progress', id, operation, status: status as BulkAction['status'], total, done }, { to: [asked_by] });

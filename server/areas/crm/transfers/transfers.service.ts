// Starting, reverting and closing transfers. An attempt is a bulk action with the operation `transfer`.
import { sql } from 'kysely';
import { endBulkAction, lockBulkAction, startBulkAction, undoBulkAction } from '#areas/crm/bulk/bulk.service.ts';
import { inReach, limitSearch, resolveScope } from '#areas/crm/contacts/contacts.service.ts';
import type { BulkAction } from '#contract/bulk.ts';
import type { Selection } from '#contract/contactsScope.ts';
import { maxTransferred, type TransferAttempt, type Transferred } from '#contract/transfers.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { getAttemptById } from './transfers.lists.ts';
import { type TransferInput, transferOperation } from './transfers.operations.ts';

export { getAttemptById as getAttempt } from './transfers.lists.ts';

export async function startTransfer(tx: Tx, asked: Transferred, fields: TransferInput['fields']): Promise<BulkAction> {
  const { owner_id, pool_id, to, keep_tags, notify, status_id, agentflow_status_id, ...selection } = asked;
  await mustBeFew(tx, selection, maxTransferred);
  const people = to?.map((person) => ({ ...person, pool_id: null }));
  return startBulkAction(tx, transferOperation, selection, {
    to: people ?? [{ owner_id: owner_id ?? null, pool_id: pool_id ?? null, share: 1 }],
    keep_tags,
    notify,
    fields: {
      ...fields,
      ...(status_id !== undefined && { status_id }),
      ...(agentflow_status_id !== undefined && { agentflow_status_id }),
    },
  });
}

/** Ids, and the first or last n, have limits of their own. */
export async function mustBeFew(tx: Tx, { all, except_ids, contacts_scope }: Selection, limit: number): Promise<void> {
  if (!all) return;
  await limitSearch(tx);
  const { conditions, reach } = await resolveScope(tx, contacts_scope);
  const where = allOf([...conditions, inReach(reach), sql<boolean>`c.id <> all(${except_ids}::bigint[])`]);
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from contacts c where ${where} limit ${limit + 1}) chosen`.execute(tx.db);
  if ((rows[0]?.count ?? 0) > limit) throw fail('transfers.too_many');
}

export async function revertAttempt(tx: Tx, id: number): Promise<TransferAttempt> {
  const { attempt } = await lockAttempt(tx, id);
  if (attempt.can.cancel) throw fail('transfers.running');
  if (!attempt.can.revert) throw fail('bulk.nothing_to_undo');
  await undoBulkAction(tx, id);
  return getAttemptById(tx, id);
}

/**
 * A transfer that was stopped or has failed becomes complete, with what it has done;
 * a complete one stays as it is.
 */
export async function closeAttempt(tx: Tx, id: number): Promise<TransferAttempt> {
  const { attempt, action } = await lockAttempt(tx, id);
  if (attempt.can.cancel) throw fail('transfers.running');
  if (attempt.revert) throw fail('transfers.reverted');
  if (action && attempt.status !== 'complete')
    await endBulkAction(tx, [transferOperation as Operation], action, { status: 'complete' });
  return getAttemptById(tx, id);
}

/** Read again once nobody else can change it. */
async function lockAttempt(tx: Tx, id: number) {
  await getAttemptById(tx, id);
  const action = await lockBulkAction(tx, id);
  return { action, attempt: await getAttemptById(tx, id) };
}

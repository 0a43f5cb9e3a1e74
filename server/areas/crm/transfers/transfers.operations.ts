// The transfer of each batch of contacts, and the mails that follow it.
import { z } from 'zod';
import { changeBatch, mustFit } from '#areas/crm/contacts/contacts.service.ts';
import { mustAssignToAll } from '#areas/identity/users/users.service.ts';
import { ContactGroupFields } from '#contract/contactActions.ts';
import { Id } from '#contract/kit/endpoint.ts';
import { turnsOf } from '#contract/shares.ts';
import type { Tx } from '#kernel/context.ts';
import { operation } from '#kernel/jobs/operations.ts';
import { transferJobs } from './transfers.jobs.ts';
import { listReceived } from './transfers.queries.ts';

/** As stored: each receiver is a user or a pool. */
export const TransferInput = z.object({
  to: z.array(z.object({ owner_id: Id.nullable(), pool_id: Id.nullable(), share: z.int() })),
  keep_tags: z.boolean(),
  notify: z.boolean(),
  fields: ContactGroupFields.omit({ owner_id: true, pool_id: true }),
});
export type TransferInput = z.output<typeof TransferInput>;

export const transferOperation = operation({
  name: 'transfer',
  permission: 'contacts.bulk',
  input: TransferInput,
  labels: { doing: 'Transferring', done: 'Transferred' },
  async check(tx, { to, fields }) {
    await mustAssignToAll(tx, to);
    await mustFit(tx, fields);
  },
  batch: transferBatch,
  ended: tellReceivers,
});

/**
 * A contact's ordinal in the frozen selection decides whose turn it is, so a batch that runs again gives the
 * same result.
 */
function transferBatch(tx: Tx, ids: number[], { to, keep_tags, fields }: TransferInput, id: number, ordinals: number[]) {
  const turns = turnsOf(to.map(({ share }) => share));
  const holders = ordinals.flatMap((ordinal) => to[turns[(ordinal - 1) % turns.length] ?? 0] ?? []);
  return changeBatch(tx, ids, { values: { ...fields, ...(!keep_tags && { tags: [] }) }, holders }, id);
}

/** The jobs commit with the end of the action: each user gets one mail. */
async function tellReceivers(tx: Tx, { notify }: TransferInput, id: number) {
  if (!notify) return;
  for (const received of await listReceived(tx, id)) tx.enqueue(transferJobs.mail, { id, ...received });
}

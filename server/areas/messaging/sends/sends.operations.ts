// A send as a bulk action: it freezes who gets it, and gives each of them a message. There is no undo of what has left the house.
import { z } from 'zod';
import { lockBulkAction } from '#areas/crm/bulk/bulk.service.ts';
import { Id } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { operation } from '#kernel/jobs/operations.ts';
import { prepareMessages } from './engine/sends.prepare.ts';
import { endIfDone, failSend, lockSend, type StoredSend, stopWaiting, updateSendColumns } from './engine/sends.queries.ts';
import { tellSend } from './engine/sends.tell.ts';

export const messageOperation = operation({
  name: 'message',
  permission: 'messages.group',
  input: z.object({ send_id: Id }),
  labels: { doing: 'Mailing', done: 'Mailed' },
  final: true,
  async batch(tx, contactIds, { send_id }) {
    const send = await lockSend(tx, send_id);
    if (!send || ended.includes(send.status)) return { changed: 0, kept: contactIds.length };
    const { queued, blocked } = await prepareMessages(tx, send, contactIds);
    return { changed: queued, kept: blocked };
  },
  async ended(tx, { send_id }, bulkActionId) {
    const send = await lockSend(tx, send_id);
    if (!send || send.prepared_at !== null || ended.includes(send.status)) return;
    // Stopped on the page of bulk actions, or because its user left: nobody else gets it.
    if ((await lockBulkAction(tx, bulkActionId))?.status === 'cancelled') await stopWaiting(tx, send_id);
    else await goOn(tx, send);
    tellSend(tx, send);
  },
  async failed(tx, { send_id }) {
    const send = await lockSend(tx, send_id);
    if (send && send.prepared_at === null && !ended.includes(send.status))
      await failSend(
        tx,
        send,
        'Its contacts could not be prepared. Those who had their message by then have it; nobody else gets it.',
      );
  },
});

export const textOperation = operation({
  ...messageOperation,
  name: 'text',
  labels: { doing: 'Texting', done: 'Texted' },
});

const ended: readonly string[] = ['cancelled', 'failed'];

async function goOn(tx: Tx, { id, status }: StoredSend): Promise<void> {
  await updateSendColumns(tx, id, { prepared_at: tx.clock(), ...(status === 'preparing' && { status: 'sending' }) });
  await endIfDone(tx, id);
}

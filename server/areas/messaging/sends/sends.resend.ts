// Sends one message again, because a person asks for it: it failed, or nobody knows whether it arrived.
import { sql } from 'kysely';
import type { Message } from '#contract/sends.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { getMessage } from './sends.lists.ts';
import { countMoves, lockSend, updateSendColumns } from './sends.queries.ts';
import { tellSend } from './sends.tell.ts';

/** It becomes another mail, with a Message-ID of its own and the same link to refuse mail; the gate decides when it is claimed. */
export async function resendMessage(tx: Tx, id: number): Promise<Message> {
  const { send_id, state } = await getMessage(tx, id);
  const send = await lockSend(tx, send_id);
  if (!send || (state !== 'failed' && state !== 'unknown') || send.status === 'cancelled') throw fail('messages.not_resendable');
  const { rows } = await sql`
    update messages set state = 'queued', reason = null, tries = 0, due_at = ${tx.clock()}, round = round + 1
    where company_id = ${tx.companyId} and id = ${id} and state = ${state} returning id`.execute(tx.db);
  if (rows.length === 0) throw fail('messages.not_resendable');
  if (send.status === 'done') await updateSendColumns(tx, send_id, { status: 'sending', finished_at: null });
  await countMoves(tx, send_id, [{ from: state, to: 'queued' }]);
  tellSend(tx, send);
  return getMessage(tx, id);
}

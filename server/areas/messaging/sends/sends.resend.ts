// Sends messages again because a person asks for it: they failed, or nobody knows whether they arrived.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Message, Send } from '#contract/sends.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { countMoves, lockSend, updateSendColumns } from './engine/sends.queries.ts';
import { tellSend } from './engine/sends.tell.ts';
import { getMessage, getSend } from './lists/sends.lists.ts';
import { mayRun } from './sends.policy.ts';

type Resent = 'failed' | 'unknown';

export async function resendMessage(tx: Tx, id: number): Promise<Message> {
  const { send_id, state } = await getMessage(tx, id);
  if (state !== 'failed' && state !== 'unknown') throw fail('messages.not_resendable');
  await queueAgain(tx, send_id, [state], id);
  return getMessage(tx, id);
}

/** Queues messages to contacts in reach again. Unknown ones may arrive twice, so the asker has to name them. */
export async function resendSend(tx: Tx, id: number, states: Resent[]): Promise<Send> {
  await getSend(tx, id); // 404 where it is not theirs to see
  await queueAgain(tx, id, states, null);
  return getSend(tx, id);
}

/** Each becomes another mail, with a Message-ID of its own and the same link to refuse mail; the gate decides when it is claimed. */
async function queueAgain(tx: Tx, sendId: number, states: Resent[], messageId: number | null): Promise<void> {
  const send = await lockSend(tx, sendId);
  if (!send || send.status === 'cancelled' || send.status === 'failed') throw fail('messages.not_resendable');
  if (!mayRun(tx, send)) throw fail('forbidden');
  const { rows } = await sql<{ was: Resent }>`
    with again as (
      select m.id, m.state as was from messages m
      join contacts c on c.company_id = ${tx.companyId} and c.id = m.contact_id and ${inReach(await reachOfActor(tx))}
      where m.company_id = ${tx.companyId} and m.send_id = ${sendId} and m.state = any(${states}::text[])
        and (${messageId}::bigint is null or m.id = ${messageId}::bigint))
    update messages m set state = 'queued', reason = null, tries = 0, provider_id = null, due_at = ${tx.clock()}, round = round + 1 from again
    where m.company_id = ${tx.companyId} and m.id = again.id and m.state = again.was returning again.was`.execute(tx.db);
  if (rows.length === 0) throw fail('messages.not_resendable');
  if (send.status === 'done') await updateSendColumns(tx, sendId, { status: 'sending', finished_at: null });
  await countMoves(tx, sendId, rows.map(({ was }) => ({ from: was, to: 'queued' }))); // biome-ignore format: one line
  tellSend(tx, send);
}

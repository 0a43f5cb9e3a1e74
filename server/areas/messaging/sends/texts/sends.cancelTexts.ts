import { sql } from 'kysely';
import type { MessageState } from '#contract/sendLists.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/db/sql.ts';
import { recordEvent } from '../engine/sends.events.ts';
import { countMoves, lockSend } from '../engine/sends.queries.ts';
import { tellSend } from '../engine/sends.tell.ts';

/** Cancels everything that waits for this number: its owner sent STOP. Texts on their way arrive. */
export const cancelTextsTo = (tx: Tx, address: string): Promise<void> => cancelWaiting(tx, address, sql`true`, 'suppressed');

interface Answer {
  /** Our number, and theirs. */
  line: string;
  address: string;
  contactId: number;
  conversationId: number;
  /** The carrier's name of the answer. */
  key: string;
}

/** A contact wrote: what a campaign still wanted to say is cancelled, if it says so, and the text that they answer is marked. */
export async function heedAnswer(tx: Tx, { line, address, contactId, conversationId, key }: Answer): Promise<void> {
  await cancelWaiting(tx, address, sql`s.stop_on_reply`, 'answered');
  const mine = sql`company_id = ${tx.companyId} and contact_id = ${contactId} and sender = ${line} and address = ${address}`;
  // Texts to many begin no conversation; the answer does, and shows what it answers.
  await sql`update messages set conversation_id = ${conversationId} where ${mine} and conversation_id is null`.execute(tx.db);
  const { rows } = await sql<{ id: number }>`
    select id from messages where ${mine} and state = 'sent' order by created_at desc, id desc limit 1`.execute(tx.db);
  if (rows[0]) await recordEvent(tx, { messageId: rows[0].id, kind: 'replied', at: tx.clock(), key: `text:reply:${key}` });
}

async function cancelWaiting(tx: Tx, address: string, which: Condition, reason: string): Promise<void> {
  const { rows: sends } = await sql<{ id: number }>`
    select distinct m.send_id as id from messages m join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
    where m.company_id = ${tx.companyId} and m.address = ${address} and m.state = 'queued' and s.channel = 'text' and s.purpose <> 'compliance'
      and ${which} order by 1`.execute(tx.db);
  for (const { id } of sends) {
    const send = await lockSend(tx, id);
    const { rows } = await sql`
      update messages set state = 'cancelled', reason = ${reason} where company_id = ${tx.companyId} and send_id = ${id}
        and address = ${address} and state = 'queued' returning id`.execute(tx.db);
    if (!send || rows.length === 0) continue;
    await countMoves(tx, id, rows.map(() => ({ from: 'queued' as MessageState, to: 'cancelled' as MessageState }))); // biome-ignore format: one line
    tellSend(tx, send);
  }
}

// Texts from a contact, and whether a text of ours answers one: the composer and the sending ask the same.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { answerMs } from './conversations.lists.ts';

/** Their latest over one line from one number. */
export interface Heard {
  line: string;
  address: string;
  at: string;
}

/** The latest first. STOP, START and HELP are for the carrier: nobody waits for an answer. */
export async function heardFrom(tx: Tx, contactId: number): Promise<Heard[]> {
  const { rows } = await sql<Heard>`
    select v.line, v.their_address as address, r.at from conversations v
    cross join lateral (select r.at from received_messages r where r.company_id = ${tx.companyId} and r.conversation_id = v.id
      and not r.automatic order by r.at desc, r.id desc limit 1) r
    where v.company_id = ${tx.companyId} and v.contact_id = ${contactId} and v.channel = 'text'
    order by r.at desc, v.id desc limit 50`.execute(tx.db);
  return rows;
}

/** They wait for an answer from that line, where they wrote to it. */
export const textPurpose = (tx: Tx, heard: readonly Heard[], { line, address }: Omit<Heard, 'at'>): 'reply' | 'service' =>
  heard.some((one) => one.line === line && one.address === address && tx.clock().getTime() - Date.parse(one.at) < answerMs)
    ? 'reply'
    : 'service';

// Stores a text that came in, or begins the conversation that one of ours belongs to.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';
import { tellConversation } from './conversations.tell.ts';

export interface ReceivedText {
  /** The carrier's name of it. */
  key: string;
  /** Our number, and theirs. */
  line: string;
  address: string;
  contactId: number | null;
  ownerId: number | null;
  body: string;
  flagged: boolean;
  /** A word of the carriers: no person waits for an answer. */
  automatic: boolean;
}

/** Null where it came before. */
export async function storeReceived(tx: Tx, text: ReceivedText): Promise<{ id: number; conversationId: number } | null> {
  const { key, line, address, contactId, ownerId, body, flagged, automatic } = text;
  const known = await sql`select from received_messages where company_id = ${tx.companyId} and message_key = ${key}`.execute(
    tx.db,
  );
  if (known.rows.length > 0) return null;
  const now = tx.clock();
  const excerpt = excerptOf(body) || 'A file';
  const { rows } = await sql<{ id: number; owner_id: number | null; their_name: string }>`
    insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, excerpt, last_at, unread, flagged)
    values (${tx.companyId}, 'text', ${line}, ${address}, ${contactId}, ${ownerId}, ${excerpt}, ${now}, ${!automatic}, ${flagged})
    on conflict (company_id, channel, line, their_address) do update set excerpt = excluded.excerpt, last_at = excluded.last_at,
      contact_id = coalesce(conversations.contact_id, excluded.contact_id), owner_id = coalesce(conversations.owner_id, excluded.owner_id),
      unread = conversations.unread or excluded.unread, flagged = conversations.flagged or excluded.flagged
    returning id, owner_id`.execute(tx.db);
  const conversation = rows[0] ?? { id: 0, owner_id: null };
  const stored = await tx.db
    .insertInto('received_messages')
    .values({
      company_id: tx.companyId,
      conversation_id: conversation.id,
      message_key: key,
      from_address: address,
      body,
      automatic,
      at: now,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'message_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return null;
  const told = { id: conversation.id, owner_id: conversation.owner_id };
  await tellConversation(tx, told);
  if (!automatic) await tellReceived(tx, told, address);
  return { id: stored.id, conversationId: conversation.id };
}

interface Sent {
  line: string;
  address: string;
  contactId: number;
  ownerId: number;
  body: string;
}

/** The conversation that a text of ours goes to; it is read by now, because someone answers. */
export async function openConversation(tx: Tx, { line, address, contactId, ownerId, body }: Sent): Promise<number> {
  const { rows } = await sql<{ id: number; owner_id: number | null }>`
    insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, excerpt, last_at)
    values (${tx.companyId}, 'text', ${line}, ${address}, ${contactId}, ${ownerId}, ${excerptOf(body) || 'A file'}, ${tx.clock()})
    on conflict (company_id, channel, line, their_address) do update set excerpt = excluded.excerpt, last_at = excluded.last_at, unread = false,
      set_aside_at = case when conversations.set_aside_at >= conversations.last_at then excluded.last_at else conversations.set_aside_at end,
      contact_id = excluded.contact_id, owner_id = coalesce(conversations.owner_id, excluded.owner_id)
    returning id, owner_id`.execute(tx.db);
  const [row = { id: 0, owner_id: null }] = rows;
  await tellConversation(tx, row);
  return row.id;
}

const excerptOf = (body: string) => body.replace(/\s+/g, ' ').trim().slice(0, 200);

/** Its owner hears it wherever they are; of a conversation of nobody, those who see all of the company. */
async function tellReceived(tx: Tx, { id, owner_id }: { id: number; owner_id: number | null }, phone: string): Promise<void> {
  tx.tell({ event: 'text.received', id, phone }, { to: owner_id === null ? 'compliance.manage' : [owner_id] });
}

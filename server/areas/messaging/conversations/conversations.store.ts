// Stores a text that came in, or begins the conversation that one of ours belongs to.
import { type RawBuilder, sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Tx } from '#kernel/context.ts';
import { isAny } from '#kernel/db/sql.ts';
import { tellConversations } from './conversations.tell.ts';

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

/** A conversation as it is now, and whose it was. */
interface Kept {
  id: number;
  owner_id: number | null;
  /** Null: it is new, or was nobody's. */
  owner_before: number | null;
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
  const isOthers = answersAnother(tx, text);
  const { rows } = await sql<Kept>`
    insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, excerpt, last_at, unread, flagged)
    values (${tx.companyId}, 'text', ${line}, ${address}, ${contactId}, ${ownerId}, ${excerpt}, ${now}, ${!automatic}, ${flagged})
    on conflict (company_id, channel, line, their_address) do update set excerpt = excluded.excerpt, last_at = excluded.last_at,
      contact_id = case when ${isOthers} then excluded.contact_id else coalesce(conversations.contact_id, excluded.contact_id) end,
      owner_id = case when ${isOthers} then excluded.owner_id else coalesce(conversations.owner_id, excluded.owner_id) end,
      unread = conversations.unread or excluded.unread, flagged = conversations.flagged or excluded.flagged
    returning new.id, new.owner_id, old.owner_id as owner_before`.execute(tx.db);
  const conversation = rows[0] ?? noConversation;
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
  await tellKept(tx, conversation);
  if (!automatic) await tellReceived(tx, conversation, address);
  return { id: stored.id, conversationId: conversation.id };
}

const noConversation: Kept = { id: 0, owner_id: null, owner_before: null };

/**
 * A household shares a number: the line has written to another contact of it since, outside of the conversation.
 */
const answersAnother = (tx: Tx, { line, address }: Pick<ReceivedText, 'line' | 'address'>): RawBuilder<boolean> => sql<boolean>`
  coalesce(conversations.contact_id <> excluded.contact_id, false) and exists (select from messages m
    where m.company_id = ${tx.companyId} and m.contact_id = excluded.contact_id and m.sender = ${line} and m.address = ${address}
      and m.conversation_id is null and m.sent_at > conversations.last_at)`;

/** Those who saw it before hear that it went to somebody else. */
const tellKept = (tx: Tx, { id, owner_id, owner_before }: Kept): Promise<void> =>
  tellConversations(tx, [
    { id, owner_id },
    ...(owner_before !== null && owner_before !== owner_id ? [{ id, owner_id: owner_before }] : []),
  ]);

interface Sent {
  line: string;
  address: string;
  contactId: number;
  ownerId: number;
  body: string;
}

/**
 * The conversation that a text of ours goes to; it is read by now, because someone answers. Its writer sees it
 * from now on: where it was with another contact, or of someone out of their reach, it becomes the contact's
 * owner's, or theirs.
 */
export async function openConversation(tx: Tx, { line, address, contactId, ownerId, body }: Sent): Promise<number> {
  const reach = await reachOfActor(tx);
  const newOwner = reach.company || reach.ownerIds.includes(ownerId) ? ownerId : tx.actor.userId;
  const isSeen = reach.company ? sql<boolean>`true` : isAny('conversations.owner_id', reach.ownerIds);
  const { rows } = await sql<Kept>`
    insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, excerpt, last_at)
    values (${tx.companyId}, 'text', ${line}, ${address}, ${contactId}, ${newOwner}, ${excerptOf(body) || 'A file'}, ${tx.clock()})
    on conflict (company_id, channel, line, their_address) do update set excerpt = excluded.excerpt, last_at = excluded.last_at, unread = false,
      set_aside_at = case when conversations.set_aside_at >= conversations.last_at then excluded.last_at else conversations.set_aside_at end,
      contact_id = excluded.contact_id, owner_id = case when ${isSeen} and coalesce(conversations.contact_id = excluded.contact_id, true)
        then coalesce(conversations.owner_id, excluded.owner_id) else excluded.owner_id end
    returning new.id, new.owner_id, old.owner_id as owner_before`.execute(tx.db);
  const [row = noConversation] = rows;
  await tellKept(tx, row);
  return row.id;
}

const excerptOf = (body: string) => body.replace(/\s+/g, ' ').trim().slice(0, 200);

/** Its owner hears it wherever they are; of a conversation of nobody, those who see all of the company. */
async function tellReceived(tx: Tx, { id, owner_id }: Kept, phone: string): Promise<void> {
  tx.tell({ event: 'text.received', id, phone }, { to: owner_id === null ? 'compliance.manage' : [owner_id] });
}

// Stores texts that came in, or begins the conversation that one of ours belongs to.
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

interface Stored {
  id: number;
  conversationId: number;
}

/** In their order, by key; those that came before are left out. */
export async function storeReceived(tx: Tx, texts: readonly ReceivedText[]): Promise<Map<string, Stored>> {
  const known = await knownKeys(tx, texts);
  const fresh = [...new Map(texts.filter(({ key }) => !known.has(key)).map((text) => [text.key, text])).values()];
  if (fresh.length === 0) return new Map();
  const kept = await keepConversations(tx, fresh);
  const idOf = (text: ReceivedText) => kept.get(placeOf(text))?.id ?? 0;
  const now = tx.clock();
  const rows = await tx.db
    .insertInto('received_messages')
    .values(
      fresh.map((text) => ({
        company_id: tx.companyId,
        conversation_id: idOf(text),
        message_key: text.key,
        from_address: text.address,
        body: text.body,
        automatic: text.automatic,
        at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'message_key']).doNothing())
    .returning(['id', 'message_key'])
    .execute();
  const stored = new Map(rows.map(({ id, message_key }) => [message_key, id]));
  const told = fresh.filter(({ key, automatic }) => stored.has(key) && !automatic);
  await tellKept(tx, [...kept.values()]);
  for (const text of new Map(told.map((one) => [placeOf(one), one])).values())
    tellReceived(tx, kept.get(placeOf(text)) ?? noConversation, text.address);
  return new Map(
    fresh.flatMap((text) => {
      const id = stored.get(text.key);
      return id === undefined ? [] : [[text.key, { id, conversationId: idOf(text) }]];
    }),
  );
}

async function knownKeys(tx: Tx, texts: readonly ReceivedText[]): Promise<Set<string>> {
  const { rows } = await sql<{ message_key: string }>`
    select message_key from received_messages
    where company_id = ${tx.companyId} and message_key = any(${texts.map(({ key }) => key)}::text[])`.execute(tx.db);
  return new Set(rows.map(({ message_key }) => message_key));
}

const placeOf = ({ line, address }: Pick<ReceivedText, 'line' | 'address'>) => `${line} ${address}`;

/** One of each line and address, with the last text that came to it. */
async function keepConversations(tx: Tx, texts: readonly ReceivedText[]): Promise<Map<string, Kept>> {
  const places = [...Map.groupBy(texts, placeOf)].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, all]) => all);
  const of = <T>(part: (last: ReceivedText, all: ReceivedText[]) => T) =>
    places.map((all) => part(all.at(-1) as ReceivedText, all));
  const isOthers = answersAnother(tx);
  const { rows } = await sql<Kept & { line: string; their_address: string }>`
    insert into conversations (company_id, channel, line, their_address, contact_id, owner_id, excerpt, last_at, unread, flagged)
    select ${tx.companyId}::bigint, 'text', t.line, t.address, t.contact_id, t.owner_id, t.excerpt, ${tx.clock()}::timestamptz, t.unread, t.flagged
    from unnest(${of(({ line }) => line)}::text[], ${of(({ address }) => address)}::text[], ${of(({ contactId }) => contactId)}::bigint[],
      ${of(({ ownerId }) => ownerId)}::bigint[], ${of(({ body }) => excerptOf(body) || 'A file')}::text[],
      ${of((_, all) => all.some(({ automatic }) => !automatic))}::boolean[],
      ${of((_, all) => all.some(({ flagged }) => flagged))}::boolean[]) t (line, address, contact_id, owner_id, excerpt, unread, flagged)
    on conflict (company_id, channel, line, their_address) do update set excerpt = excluded.excerpt, last_at = excluded.last_at,
      contact_id = case when ${isOthers} then excluded.contact_id else coalesce(conversations.contact_id, excluded.contact_id) end,
      owner_id = case when ${isOthers} then excluded.owner_id else coalesce(conversations.owner_id, excluded.owner_id) end,
      unread = conversations.unread or excluded.unread, flagged = conversations.flagged or excluded.flagged
    returning new.id, new.line, new.their_address, new.owner_id, old.owner_id as owner_before`.execute(tx.db);
  return new Map(rows.map((row) => [placeOf({ line: row.line, address: row.their_address }), row]));
}

const noConversation: Kept = { id: 0, owner_id: null, owner_before: null };

/**
 * A household shares a number: the line has written to another contact of it since, outside of the conversation.
 */
const answersAnother = (tx: Tx): RawBuilder<boolean> => sql<boolean>`
  coalesce(conversations.contact_id <> excluded.contact_id, false) and exists (select from messages m
    where m.company_id = ${tx.companyId} and m.contact_id = excluded.contact_id and m.sender = excluded.line and m.address = excluded.their_address
      and m.conversation_id is null and m.sent_at > conversations.last_at)`;

/** The previous readers hear that the conversation went to somebody else. */
const tellKept = (tx: Tx, kept: readonly Kept[]): Promise<void> =>
  tellConversations(
    tx,
    kept.flatMap(({ id, owner_id, owner_before }) => [
      { id, owner_id },
      ...(owner_before !== null && owner_before !== owner_id ? [{ id, owner_id: owner_before }] : []),
    ]),
  );

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
  await tellKept(tx, [row]);
  return row.id;
}

const excerptOf = (body: string) => body.replace(/\s+/g, ' ').trim().slice(0, 200);

/** Its owner hears it wherever they are; of a conversation of nobody, those who see all of the company. */
function tellReceived(tx: Tx, { id, owner_id }: Kept, phone: string): void {
  tx.tell({ event: 'text.received', id, phone }, { to: owner_id === null ? 'compliance.manage' : [owner_id] });
}

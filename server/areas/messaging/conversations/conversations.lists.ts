// Conversations and their messages, as the screens show them.
import { type RawBuilder, sql } from 'kysely';
import { byPhone, inReach, limitSearch, mustReachContact } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { outcomeOf } from '#areas/messaging/sends/sends.service.ts';
import { emailFile } from '#areas/messaging/templates/templates.service.ts';
import { wordsIn } from '#contract/contactsScope.ts';
import type {
  Conversation,
  ConversationItem,
  fetchConversations as FetchConversations,
  fetchMessages as FetchMessages,
} from '#contract/conversations.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type MailDoc, mailTextOf } from '#contract/kit/mailDoc.ts';
import type { Person } from '#contract/users.ts';
import type { Tx } from '#kernel/context.ts';
import { keysetOf } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { receivedFile } from './conversations.receive.ts';

/** Why a file of a text of ours is stored: the kind of `files`. */
export const sentTextFile = 'sent text file';

const maxItems = 200;

/** Two places of `conversations` in one statement. */
export type Alias = 'v' | 'w';

/**
 * Over `conversations`: the own ones, those of people in reach, and what is nobody's with a contact in reach.
 */
export async function visibleAs(tx: Tx): Promise<(alias: Alias) => Condition> {
  const reach = await reachOfActor(tx);
  if (reach.company) return () => sql<boolean>`true`;
  return (alias) => {
    const of = sql.table(alias);
    return sql<boolean>`(${isAny(`${alias}.owner_id`, reach.ownerIds)} or ${of}.owner_id is null and exists (
      select from contacts c where c.company_id = ${tx.companyId} and c.id = ${of}.contact_id and ${inReach(reach)}))`;
  };
}

const visible = async (tx: Tx): Promise<Condition> => (await visibleAs(tx))('v');

/** Set aside. A message that came later ends it by itself. */
export const isAside = (alias: Alias) =>
  sql<boolean>`coalesce(${sql.table(alias)}.set_aside_at >= ${sql.table(alias)}.last_at, false)`;

export type Row = Omit<Conversation, 'can'>;

export const columnsOf = (tx: Tx) => sql`
  v.id, v.channel, case v.channel when 'text' then v.line else '' end as line, v.their_name, v.their_address, v.subject, v.excerpt, v.last_at, v.unread, v.flagged,
    case when not ${isAside('v')} then null when v.snoozed_until is null then 'done' else 'snoozed' end as aside,
    case when ${isAside('v')} then v.snoozed_until end as snoozed_until,
    case when v.contact_id is null then json_build_array(v.channel) else (select json_agg(distinct w.channel) from conversations w
      where w.company_id = ${tx.companyId} and w.contact_id = v.contact_id and w.owner_id is not distinct from v.owner_id) end as channels,
    (select json_build_object('id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization))
      from contacts c where c.company_id = ${tx.companyId} and c.id = v.contact_id and c.deleted_at is null) as contact,
    (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
      from users u where u.company_id = ${tx.companyId} and u.id = v.owner_id) as owner`;

const selectConversations = (tx: Tx, conditions: Condition[]) => sql`
  select ${columnsOf(tx)} from conversations v where v.company_id = ${tx.companyId} and ${allOf(conditions)}`;

export const present = (row: Row): Conversation => ({ ...row, can: { answer: row.contact !== null && row.channel === 'email' } });

/** `given`: the actor has just given it away, and may not see it any more. */
export async function findConversation(tx: Tx, id: number, { given = false } = {}): Promise<Conversation> {
  const seen = given ? [] : [await visible(tx)];
  const { rows } = await sql<Row>`${selectConversations(tx, [...seen, sql<boolean>`v.id = ${id}`])}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return present(rows[0]);
}

/** All conversations with its contact that the actor sees. */
export async function idsTogether(tx: Tx, id: number): Promise<number[]> {
  const isVisible = await visibleAs(tx);
  const { rows } = await sql<{ id: number }>`
    select w.id from conversations v
    join conversations w on w.company_id = ${tx.companyId} and (w.id = v.id or w.contact_id = v.contact_id)
    where v.company_id = ${tx.companyId} and v.id = ${id} and ${isVisible('w')}
    order by w.id = v.id desc, w.last_at desc limit ${maxOfContact}`.execute(tx.db);
  return rows.map((row) => row.id);
}

export async function getConversation(tx: Tx, id: number) {
  const conversation = await findConversation(tx, id);
  const { rows } = await latestItems(tx, await idsTogether(tx, id), [], maxItems);
  return { ...conversation, items: rows.map(itemOf).toReversed(), others: await listOthers(tx, conversation) };
}

/** A household shares a number: users choose which contact the conversation is with. */
async function listOthers(tx: Tx, { channel, their_address, contact }: Conversation): Promise<Person[]> {
  const reach = await reachOfActor(tx);
  const has =
    channel === 'text' ? sql<boolean>`c.id in (${byPhone(tx, sql`${their_address}`)})` : sql<boolean>`c.email = ${their_address}`;
  const { rows } = await sql<Person>`
    select c.id, coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization) as name from contacts c
    where c.company_id = ${tx.companyId} and c.deleted_at is null and ${has} and c.id <> ${contact?.id ?? 0} and ${inReach(reach)}
    order by c.updated_at desc, c.id desc limit ${maxOthers}`.execute(tx.db);
  return rows;
}

const maxOthers = 10;

type FetchInput = InputOf<typeof FetchConversations>['body'];
type Exact = { exact_at: string };

const placesOf = { conversations: keysetOf('conversations'), items: keysetOf('conversation items') };

/** Unread ones first, or by time alone; the place of a row is what orders it. */
export async function fetchConversations(tx: Tx, { q, tab, channel, unread, flagged, order, cursor, limit }: FetchInput) {
  await limitSearch(tx);
  const byUnread = order === 'unread';
  const place = cursor ? placesOf.conversations.placeOf(tx, cursor) : [];
  const [isUnread, at, id] = place;
  const conditions = [
    await visible(tx),
    ...(unread ? [sql<boolean>`v.unread`] : []),
    ...(flagged ? [sql<boolean>`v.flagged`] : []),
    ...(channel ? [sql<boolean>`v.channel = ${channel}`] : []),
    ...(tab === 'mine' ? [sql<boolean>`v.owner_id = ${tx.actor.userId}`] : []),
    ...(tab === 'unmatched' ? [sql<boolean>`v.contact_id is null`] : []),
    ...wordsIn(q).map((word) => holds(tx, word)),
    ...(place.length < 3
      ? []
      : [
          byUnread
            ? sql<boolean>`(v.unread, v.last_at, v.id) < (${isUnread}::boolean, ${at}::timestamptz, ${id}::bigint)`
            : sql<boolean>`(v.last_at, v.id) < (${at}::timestamptz, ${id}::bigint)`,
        ]),
  ];
  const { rows } = await sql<Row & Exact>`
    select ${columnsOf(tx)}, v.last_at::text as exact_at from conversations v
    where v.company_id = ${tx.companyId} and ${allOf(conditions)}
    order by ${byUnread ? sql`v.unread desc, ` : sql``}v.last_at desc, v.id desc limit ${limit + 1}`.execute(tx.db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last;
  return {
    data: page.map(({ exact_at: _, ...row }) => present(row)),
    meta: { next_cursor: more ? placesOf.conversations.cursorOf(tx, [last.unread, last.exact_at, last.id]) : null },
  };
}

/** Words of fewer letters are in every other text: they are looked for in names and addresses alone. */
const shortWord = 3;
/** So many newest messages with a word are looked at. */
const maxFound = 2_000;

/** The word is in what the contact wrote, in the contact's name or number, or in the address. */
export function holds(tx: Tx, word: string, alias: Alias = 'v'): Condition {
  const like = sql`'%' || searchable(${escapeLike(word)}) || '%'`;
  const digits = word.replace(/\D/g, '');
  return sql<boolean>`${sql.table(alias)}.id in (
    select k.id from conversations k where k.company_id = ${tx.companyId} and k.words like ${like}
    union all select k.id from conversations k join contacts c on c.company_id = ${tx.companyId} and c.id = k.contact_id
      where k.company_id = ${tx.companyId} and c.search like ${like}
    ${
      word.length < shortWord
        ? sql``
        : sql`union all (select r.conversation_id from received_messages r
      where r.company_id = ${tx.companyId} and r.words like ${like} order by r.id desc limit ${maxFound})`
    }
    ${digits.length < 4 ? sql`` : sql`union all select k.id from conversations k where k.company_id = ${tx.companyId} and k.words like ${`%${digits}%`}`})`;
}

/**
 * A person answers within three days (`reply`); later it is a message of its own, to which other rules apply.
 */
export const answerMs = 72 * 3_600_000;

/** Of one contact, the latest first. More are of no use on one screen. */
const maxOfContact = 50;

export async function listOfContact(tx: Tx, contactId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columnsOf(tx)}
    from conversations v where v.company_id = ${tx.companyId} and v.contact_id = ${contactId} and ${await visible(tx)}
    order by v.last_at desc, v.id desc limit ${maxOfContact}`.execute(tx.db);
  return rows;
}

export async function fetchMessages(
  tx: Tx,
  { conversation_id, contact_id, cursor, limit }: InputOf<typeof FetchMessages>['body'],
) {
  const ids = await threadOf(tx, conversation_id, contact_id);
  const place = cursor ? placesOf.items.placeOf(tx, cursor) : [];
  const { rows } = await latestItems(tx, ids, place, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(itemOf),
    meta: {
      next_cursor: rows.length > limit && last ? placesOf.items.cursorOf(tx, [last.exact_at, last.direction, last.id]) : null,
    },
  };
}

async function threadOf(tx: Tx, conversationId: number | undefined, contactId: number | undefined): Promise<number[]> {
  if (conversationId !== undefined) return [(await findConversation(tx, conversationId)).id];
  await mustReachContact(tx, contactId ?? 0);
  return (await listOfContact(tx, contactId ?? 0)).map(({ id }) => id);
}

type ItemRow = Omit<ConversationItem, 'text' | 'files'> &
  Exact & {
    text: string | null;
    content: MailDoc | null;
    files: Omit<ConversationItem['files'][number], 'cid'>[];
    /** Ids of files by their names in the HTML. */
    cids: Record<string, number>;
  };

const filesWhere = (tx: Tx, kind: string, isOwner: RawBuilder<unknown>) => sql`
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) order by f.id) from files f
    where f.company_id = ${tx.companyId} and f.kind = ${kind} and ${isOwner} and f.state = 'kept'), '[]')`;
const filesOf = (tx: Tx, kind: string, owner: string) => filesWhere(tx, kind, sql`f.owner_id = ${sql.ref(owner)}`);
/** Of a mail of ours, in the send `s`. */
const attachmentsOf = (tx: Tx) => filesWhere(tx, emailFile, sql`f.owner_id = any(s.attachments)`);

/** A text names nobody: it is the contact of its conversation. */
const nameOfTexter = (tx: Tx) => sql`
  (select coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), nullif(c.organization, '')) from contacts c
    where c.company_id = ${tx.companyId} and c.id = v.contact_id and v.channel = 'text' and c.deleted_at is null)`;

/** A message of ours, in a conversation that the caller has found. */
export async function findItem(tx: Tx, conversationId: number, id: number): Promise<ConversationItem> {
  const { rows } = await latestItems(tx, [conversationId], [], maxItems);
  const found = rows.find((row) => row.id === id && row.direction === 'out');
  if (!found) throw fail('not_found');
  return itemOf(found);
}

/** The newest first. `place`: where the previous page ended; empty for the start. */
function latestItems(tx: Tx, conversationIds: readonly number[], place: unknown[], limit: number) {
  const [at, direction, id] = place;
  return sql<ItemRow>`
    select *, i.at::text as exact_at from (
      select r.id, r.conversation_id, v.channel, 'in' as direction, coalesce(nullif(r.from_name, ''), ${nameOfTexter(tx)}, r.from_address) as from, r.subject, r.body as text,
        null::jsonb as content, r.html, r.automatic, r.at, null as state, null as outcome, null as reason,
        ${filesOf(tx, receivedFile, 'r.id')} as files, r.cids,
        exists (select from picture_senders p where p.company_id = ${tx.companyId} and p.user_id = ${tx.actor.userId} and p.address = r.from_address) as shows_pictures
      from received_messages r join conversations v on v.company_id = ${tx.companyId} and v.id = r.conversation_id
      where r.company_id = ${tx.companyId} and ${isAny('r.conversation_id', conversationIds)}
      union all
      select m.id, m.conversation_id, s.channel, 'out', trim(u.first_name || ' ' || u.last_name), case s.channel when 'email' then coalesce(m.subject, s.subject) else '' end, coalesce(m.body, s.body),
        s.content, null, false, coalesce(m.sent_at, m.created_at), case when m.state = 'queued' and s.status = 'cancelled' then 'cancelled' else m.state end, ${outcomeOf}, coalesce(m.carrier_code, m.reason),
        case s.channel when 'email' then ${attachmentsOf(tx)} else ${filesOf(tx, sentTextFile, 'm.id')} end, '{}', false
      from messages m
      join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
      join users u on u.company_id = ${tx.companyId} and u.id = s.asked_by
      where m.company_id = ${tx.companyId} and ${isAny('m.conversation_id', conversationIds)}) i
    ${place.length < 3 ? sql`` : sql`where (i.at, i.direction, i.id) < (${at}::timestamptz, ${direction}, ${id}::bigint)`}
    order by i.at desc, i.direction desc, i.id desc limit ${limit}`.execute(tx.db);
}

function itemOf({ content, text, exact_at: _, cids, files, ...item }: ItemRow): ConversationItem {
  const names = new Map(Object.entries(cids).map(([cid, id]) => [id, cid]));
  return {
    ...item,
    text: text ?? (content ? mailTextOf(content) : ''),
    files: files.map((file) => ({ ...file, cid: names.get(file.id) ?? '' })),
  };
}

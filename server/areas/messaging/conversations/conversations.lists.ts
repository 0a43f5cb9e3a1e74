// Conversations and their messages, as the screens show them.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { outcomeOf } from '#areas/messaging/sends/sends.service.ts';
import type { Conversation, ConversationItem, listConversations as ListConversations } from '#contract/conversations.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type MailDoc, mailTextOf } from '#contract/kit/mailDoc.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { receivedFile } from './conversations.receive.ts';

export const conversationCap = 1_000;
const maxItems = 200;

/** Over `conversations v`: the own ones, those of people in reach, and what is nobody's with a contact in reach. */
async function visible(tx: Tx): Promise<Condition> {
  const reach = await reachOfActor(tx);
  if (reach.company) return sql<boolean>`true`;
  return sql<boolean>`(${isAny('v.owner_id', reach.ownerIds)} or v.owner_id is null and exists (
    select from contacts c where c.company_id = ${tx.companyId} and c.id = v.contact_id and ${inReach(reach)}))`;
}

type Row = Omit<Conversation, 'can'>;

const selectConversations = (tx: Tx, conditions: Condition[]) => sql`
  select v.id, v.channel, v.their_name, v.their_address, v.subject, v.excerpt, v.last_at, v.unread,
    (select json_build_object('id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization))
      from contacts c where c.company_id = ${tx.companyId} and c.id = v.contact_id and c.deleted_at is null) as contact,
    (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
      from users u where u.company_id = ${tx.companyId} and u.id = v.owner_id) as owner
  from conversations v where v.company_id = ${tx.companyId} and ${allOf(conditions)}`;

const present = (row: Row): Conversation => ({ ...row, can: { answer: row.contact !== null && row.channel === 'email' } });

export async function listConversations(tx: Tx, { q, tab, unread, ...page }: InputOf<typeof ListConversations>['query']) {
  const like = `%${escapeLike(q.toLowerCase())}%`;
  const conditions = [
    await visible(tx),
    ...(unread ? [sql<boolean>`v.unread`] : []),
    ...(tab === 'mine' ? [sql<boolean>`v.owner_id = ${tx.actor.userId}`] : []),
    ...(tab === 'unmatched' ? [sql<boolean>`v.contact_id is null`] : []),
    ...(q === '' ? [] : [sql<boolean>`lower(v.their_name || ' ' || v.their_address || ' ' || v.subject) like ${like}`]),
  ];
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (select from conversations v where v.company_id = ${tx.companyId} and ${allOf(conditions)} limit ${conversationCap}) v`.execute(
    tx.db,
  );
  const { rows } = await sql<Row>`
    ${selectConversations(tx, conditions)} order by v.last_at desc, v.id desc ${pageSql(page)}`.execute(tx.db);
  return { data: rows.map(present), meta: pageMeta(page, counted[0]?.count ?? 0) };
}

export async function countUnread(tx: Tx): Promise<{ count: number }> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from conversations where company_id = ${tx.companyId} and owner_id = ${tx.actor.userId} and unread limit 100) v`.execute(
    tx.db,
  );
  return { count: rows[0]?.count ?? 0 };
}

export async function findConversation(tx: Tx, id: number): Promise<Conversation> {
  const { rows } = await sql<Row>`${selectConversations(tx, [await visible(tx), sql<boolean>`v.id = ${id}`])}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return present(rows[0]);
}

export async function getConversation(tx: Tx, id: number) {
  const conversation = await findConversation(tx, id);
  const { rows } = await sql<Omit<ConversationItem, 'text'> & { text: string | null; content: MailDoc }>`
    select * from (
      select r.id, 'in' as direction, coalesce(nullif(r.from_name, ''), r.from_address) as from, r.subject, r.body as text, null::jsonb as content,
        r.html, r.automatic, r.at, null as state, null as outcome, null as reason,
        coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) order by f.id) from files f
          where f.company_id = ${tx.companyId} and f.kind = ${receivedFile} and f.owner_id = r.id and f.state = 'kept'), '[]') as files
      from received_messages r where r.company_id = ${tx.companyId} and r.conversation_id = ${id}
      union all
      select m.id, 'out', trim(u.first_name || ' ' || u.last_name), coalesce(m.subject, s.subject), null, s.content,
        null, false, coalesce(m.sent_at, m.created_at), case when m.state = 'queued' and s.status = 'cancelled' then 'cancelled' else m.state end, ${outcomeOf}, m.reason, '[]'
      from messages m
      join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
      join users u on u.company_id = ${tx.companyId} and u.id = s.asked_by
      where m.company_id = ${tx.companyId} and m.conversation_id = ${id}
      order by at desc, direction limit ${maxItems}) i
    order by i.at, i.direction desc`.execute(tx.db);
  const items = rows.map(({ content, text, ...item }) => ({ ...item, text: text ?? mailTextOf(content) }));
  return { ...conversation, items };
}

// The inbox: one row for each person, whose conversations of all channels are one thread.
import { sql } from 'kysely';
import { limitSearch } from '#areas/crm/contacts/contacts.service.ts';
import { wordsIn } from '#contract/contactsScope.ts';
import type { ConversationFilter } from '#contract/conversationLists.ts';
import type { listConversations as ListConversations } from '#contract/conversations.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { keysetOf } from '#kernel/db/paging.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { type Alias, columnsOf, holds, isAside, present, type Row, visibleAs } from './conversations.lists.ts';

type Query = InputOf<typeof ListConversations>['query'];

const filters: Record<ConversationFilter, (tx: Tx, alias: Alias) => Condition> = {
  all: () => sql<boolean>`true`,
  mine: (tx, alias) => sql<boolean>`${sql.table(alias)}.owner_id = ${tx.actor.userId}`,
  unassigned: (_, alias) => sql<boolean>`${sql.table(alias)}.owner_id is null`,
  unmatched: (_, alias) => sql<boolean>`${sql.table(alias)}.contact_id is null`,
  aside: (_, alias) => isAside(alias),
};

async function chosen(tx: Tx, { q, filter, unread, flagged, channel, contact_id }: Omit<Query, 'limit' | 'cursor'>) {
  const isVisible = await visibleAs(tx);
  return (alias: Alias): Condition => {
    const of = sql.table(alias);
    return allOf([
      isVisible(alias),
      filters[filter](tx, alias),
      ...(filter === 'aside' || contact_id || q !== '' ? [] : [sql<boolean>`not ${isAside(alias)}`]),
      ...(unread ? [sql<boolean>`${of}.unread`] : []),
      ...(flagged ? [sql<boolean>`${of}.flagged`] : []),
      ...(channel ? [sql<boolean>`${of}.channel = ${channel}`] : []),
      ...(contact_id ? [sql<boolean>`${of}.contact_id = ${contact_id}`] : []),
      ...wordsIn(q).map((word) => holds(tx, word, alias)),
    ]);
  };
}

/** The first conversation of each person in the order of the inbox. */
const isFirst = (tx: Tx, condition: Condition): Condition => sql<boolean>`not exists (
  select from conversations w where w.company_id = ${tx.companyId} and w.contact_id = v.contact_id
    and (w.unread, w.last_at, w.id) > (v.unread, v.last_at, v.id) and ${condition})`;

const places = keysetOf('inbox');

export async function listConversations(tx: Tx, { cursor, limit, ...query }: Query) {
  if (query.q !== '') await limitSearch(tx);
  const condition = await chosen(tx, query);
  const [unread, at, id] = cursor ? places.placeOf(tx, cursor) : [];
  const isAfter =
    id === undefined ? sql`` : sql`and (v.unread, v.last_at, v.id) < (${unread}::boolean, ${at}::timestamptz, ${id}::bigint)`;
  const { rows } = await sql<Row & { exact_at: string }>`
    select ${columnsOf(tx)}, v.last_at::text as exact_at from conversations v
    where v.company_id = ${tx.companyId} and ${condition('v')} ${isAfter} and ${isFirst(tx, condition('w'))}
    order by v.unread desc, v.last_at desc, v.id desc limit ${limit + 1}`.execute(tx.db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next_cursor = rows.length > limit && last ? places.cursorOf(tx, [last.unread, last.exact_at, last.id]) : null;
  return { data: page.map(({ exact_at: _, ...row }) => present(row)), meta: { next_cursor } };
}

/** How many rows such a list has; more than `max` are not counted. */
export async function countConversations(tx: Tx, query: Pick<Query, 'filter' | 'unread'>, max: number): Promise<number> {
  const condition = await chosen(tx, { q: '', flagged: false, ...query });
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from conversations v
      where v.company_id = ${tx.companyId} and ${condition('v')} and ${isFirst(tx, condition('w'))} limit ${max}) v`.execute(
    tx.db,
  );
  return rows[0]?.count ?? 0;
}

// The contact list: one query for each page, by keyset; a separate, capped count.
//
// The SQL of an agent (user 1 of company 1) who lists contacts of category 3 by name, 50 a page, with some columns left out:
//
//   with kept as materialized (
//     -- reads at most 5,000 of the agent's contacts in the list's order, and keeps the matches
//     select id, place from (
//       select c.*, c.sort_name as place from contacts c
//       where c.company_id = 1 and c.deleted_at is null and c.owner_id = 1 order by place, id limit 5000) c
//     where c.category_id = 3 order by place, id limit 51),
//   found as materialized (
//     -- enough for a page and one more: take them; otherwise look all matches up by their own indexes
//     select id, place from kept where (select count(*) from kept) = 51
//     union all
//     select id, place from (
//       select c.id, c.sort_name as place from contacts c
//       where c.company_id = 1 and c.deleted_at is null and c.owner_id = 1 and c.category_id = 3) m
//     where not (select count(*) from kept) = 51),
//   page as materialized (select id, place from found order by place, id limit 51 offset 0)
//   select c.id, c.first_name, c.last_name, page.place::text as sort_value,
//     (c.owner_id = any('{1}') or c.pool_id = any('{}')) as in_reach
//   from page join contacts c on c.company_id = 1 and c.id = page.id
//   left join users u on u.company_id = 1 and u.id = c.owner_id
//   left join pools p on p.company_id = 1 and p.id = c.pool_id
//   order by place, id
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ContactRow, ContactsMeta } from '#contract/contacts.ts';
import type { ContactsScope } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { keysetOf, type Sealing } from '#kernel/db/paging.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { nextStepOf } from './contacts.nextSteps.ts';
import { isIndexed, isMoment, placeOf } from './contacts.orders.ts';
import { inReach } from './contacts.reach.ts';
import { type ResolvedScope, resolveScope } from './contacts.scope.ts';
import { anywhere } from './contacts.searchWords.ts';

type Meta = z.output<typeof ContactsMeta>;

/** The maximum count: an exact larger number would cost too much. */
export const countCap = 10_000;
/** Rows that `page` may skip; use the cursor beyond. */
const deepestOffset = 10_000;
/** Milliseconds for a query of a scope. A longer one is refused with too_slow. */
const longestSearch = 8_000;
/**
 * How far a list reads in its own order before it looks its matches up by other indexes: index entries of other
 * owners that it skips, entries whose names it compares, and contacts that it reads.
 */
const maxPassed = 200_000;
const maxCompared = 40_000;
const maxRead = 5_000;

/** Limits the following statements of this transaction. */
export const limitSearch = (tx: Tx) => sql`set local statement_timeout = ${sql.lit(longestSearch)}`.execute(tx.db);

export async function listContacts(tx: Tx, scope: ContactsScope): Promise<{ data: ContactRow[]; meta: Meta }> {
  await limitSearch(tx);
  const resolved = await resolveScope(tx, scope);
  if (!isIndexed(scope.order_field)) await mustBeFew(tx, resolved);
  const { rows } = await listQuery(tx, scope, resolved).execute(tx.db);
  const page = rows.slice(0, scope.limit);
  const last = page.at(-1);
  const next = rows.length > scope.limit && last ? cursorOf(tx, scope, last.sort_value, last.id) : null;
  return {
    data: page.map(presentRow),
    meta: { limit: scope.limit, page: scope.page, next_cursor: next, total_count: null, total_capped: false },
  };
}

/** Sorting reads every match. */
async function mustBeFew(tx: Tx, resolved: ResolvedScope): Promise<void> {
  const { rows } = await countQuery(resolved, false).execute(tx.db);
  if ((rows[0]?.count ?? 0) > countCap) throw fail('contacts.too_many_to_sort');
}

export async function countContacts(tx: Tx, scope: ContactsScope, exact: boolean): Promise<Meta> {
  await limitSearch(tx);
  const { rows } = await countQuery(await resolveScope(tx, scope), exact).execute(tx.db);
  const count = rows[0]?.count ?? 0;
  const capped = !exact && count > countCap;
  return {
    limit: scope.limit,
    page: scope.page,
    next_cursor: null,
    total_count: capped ? countCap : count,
    total_capped: capped,
  };
}

export function countQuery({ conditions }: ResolvedScope, exact: boolean): RawBuilder<{ count: number }> {
  const cap = exact ? sql`` : sql`limit ${countCap + 1}`;
  return sql<{ count: number }>`select count(*) from (select from contacts c where ${allOf(conditions)} ${cap}) counted`;
}

export type ListedRow = Omit<ContactRow, 'limited'> & { sort_value: string; in_reach: boolean };

/** Returns one row more than the limit, to show that there is a next page. */
export function listQuery(tx: Tx, scope: ContactsScope, resolved: ResolvedScope): RawBuilder<ListedRow> {
  const listOrder = orderOf(tx, scope, resolved);
  return sql<ListedRow>`
    with ${foundBy(tx, resolved, listOrder)}, page as materialized (
      select id, place from found ${listOrder.inOrder} limit ${scope.limit + 1} offset ${listOrder.needed - scope.limit - 1})
    select ${rowColumns(tx)}, page.place::text as sort_value, ${inReach(resolved.reach)} as in_reach
    from page join contacts c on c.company_id = ${tx.companyId} and c.id = page.id ${rowJoins(tx)} ${listOrder.inOrder}`;
}

/** A list's order (the column before the id), and how many rows it needs. */
interface ListOrder {
  byName: boolean;
  indexed: boolean;
  place: RawBuilder<unknown>;
  inOrder: RawBuilder<unknown>;
  after: Condition[];
  /** Rows to the end of the page, and one more. */
  needed: number;
}

function orderOf(tx: Tx, scope: ContactsScope, { reach }: ResolvedScope): ListOrder {
  const place = placeOf(tx, scope, reach);
  const direction = sql.raw(scope.order);
  const offset = scope.cursor ? 0 : (scope.page - 1) * scope.limit;
  if (offset > deepestOffset) throw fail('contacts.page_too_deep');
  return {
    byName: scope.order_field === 'last_name',
    indexed: isIndexed(scope.order_field),
    place,
    inOrder: sql`order by place ${direction}, id ${direction}`,
    after: scope.cursor ? [afterCursor(tx, scope.cursor, scope, place)] : [],
    needed: offset + scope.limit + 1,
  };
}

/**
 * Ids and sort values of the matches, at least the first `needed`, as the common table expression `found`.
 * PostgreSQL assumes that matches are spread evenly and would read a million names before those with W. So
 * `kept` reads a limited number of rows in order; if they do not fill the page, other indexes find the matches.
 */
function foundBy(tx: Tx, resolved: ResolvedScope, listOrder: ListOrder): RawBuilder<unknown> {
  const { base, ownerFilters, filters, word, rare } = resolved;
  const { needed, after } = listOrder;
  if (!listOrder.indexed) return sql`found as materialized (${keys(listOrder, [...resolved.conditions, ...after])})`;
  const short = listOrder.byName ? word?.short : null;
  const byEntry = [...ownerFilters, ...(short ? [short.inName] : [])];
  const byRow = [...filters, ...(word && !short ? [anywhere(word)] : [])];
  if (byEntry.length + byRow.length === 0) return sql`found as materialized (${inTheOrder(resolved, listOrder)} limit ${needed})`;
  const full = sql`(select count(*) from kept) = ${needed}`;
  const otherWords = short?.otherWords
    ? sql`union all ${keys(listOrder, [...base, ...after, ...ownerFilters, ...filters, short.otherWords])}`
    : sql``;
  if (rare) return sql`found as materialized (select id, place from (${matching(resolved, listOrder)}) m ${otherWords})`;
  return sql`kept as materialized (${keptInTheOrder(tx, resolved, listOrder, byEntry, byRow)} limit ${needed}),
    found as materialized (select id, place from kept where ${full} union all
      select id, place from (${matching(resolved, listOrder)}) m where not ${full} ${otherWords})`;
}

const keys = ({ place }: ListOrder, conditions: Condition[], columns = sql`c.id`) =>
  sql`select ${columns}, ${place} as place from contacts c where ${allOf(conditions)}`;

/** Contacts as their order has them; an index answers it alone while it asks for no more than its columns. */
const inTheOrder = ({ base }: ResolvedScope, listOrder: ListOrder, more: Condition[] = [], columns = sql`c.id`) =>
  sql`${keys(listOrder, [...base, ...listOrder.after, ...more], columns)} ${listOrder.inOrder}`;

/** The matches within a bounded part of the order: by the index's entries first, then by the rows themselves. */
function keptInTheOrder(
  tx: Tx,
  resolved: ResolvedScope,
  listOrder: ListOrder,
  byEntry: Condition[],
  byRow: Condition[],
): RawBuilder<unknown> {
  const { inOrder } = listOrder;
  if (byEntry.length === 0)
    return sql`select id, place from (${inTheOrder(resolved, listOrder, [], sql`c.*`)} limit ${maxRead}) c where ${allOf(byRow)} ${inOrder}`;
  const columns = resolved.ownerFilters.length > 0 ? sql`c.id, c.sort_name, c.owner_id, c.pool_id` : sql`c.id, c.sort_name`;
  const maxEntries = byEntry.length > resolved.ownerFilters.length ? maxCompared : maxPassed;
  const own = sql`select id, place from (${inTheOrder(resolved, listOrder, [], columns)} limit ${maxEntries}) c where ${allOf(byEntry)} ${inOrder}`;
  if (byRow.length === 0) return own;
  // One by one, in this order: the limit keeps the planner from reading the whole company into a join.
  return sql`select c.id, k.place from (${own} limit ${maxRead}) k
    cross join lateral (select c.* from contacts c where c.company_id = ${tx.companyId} and c.id = k.id limit 1) c where ${allOf(byRow)} ${inOrder}`;
}

/**
 * All that matches, by the indexes of what is asked. Last names that begin with a word lie together in the order of names: the first of
 * them are read there, and who has the word elsewhere is found apart.
 */
function matching({ base, ownerFilters, filters, word }: ResolvedScope, listOrder: ListOrder): RawBuilder<unknown> {
  const all = [...base, ...listOrder.after, ...ownerFilters, ...filters];
  if (!word) return keys(listOrder, all);
  if (!listOrder.byName || !word.asLastName) return keys(listOrder, [...all, anywhere(word)]);
  const named = sql`${keys(listOrder, [...all, word.asLastName])} ${listOrder.inOrder} limit ${listOrder.needed}`;
  const elsewhere = [word.elsewhere, sql<boolean>`not (${word.asLastName})`, ...(word.short ? [word.short.inName] : [])];
  return sql`(${named}) union all ${keys(listOrder, [...all, ...elsewhere])}`;
}

/** The columns of a row, from `c` and its joins; the contact's page adds the rest. */
export const rowColumns = (tx: Pick<Tx, 'companyId'>) => sql`
  c.id, c.kind, trim(c.first_name || ' ' || c.last_name) as name, c.first_name, c.last_name, c.organization,
  c.phone, (c.phones -> 0 ->> 'type')::int as phone_type, coalesce(c.emails -> 0 ->> 'address', '') as email, c.emails -> 0 ->> 'state' as email_state,
  c.city, c.state, c.zip_code, c.birth_date, c.timezone, c.status_id, c.agentflow_status_id, c.source_id, c.category_id,
  case when c.owner_id is not null then json_build_object('id', c.owner_id, 'name', trim(u.first_name || ' ' || u.last_name)) end as owner,
  case when c.pool_id is not null then json_build_object('id', c.pool_id, 'name', p.name) end as pool,
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.key)
    from tags t where t.company_id = ${tx.companyId} and t.id = any(c.tags)), '[]') as tags,
  ${nextStepOf(tx)} as next_step,
  c.do_not_call, c.do_not_text, c.do_not_email, c.created_at, c.updated_at, c.deleted_at, c.version`;

export const rowJoins = (tx: Pick<Tx, 'companyId'>) => sql`
  left join users u on u.company_id = ${tx.companyId} and u.id = c.owner_id
  left join pools p on p.company_id = ${tx.companyId} and p.id = c.pool_id`;

/** Outside one's reach a contact is a card: name, number, owner and status. */
export function presentRow({ in_reach, sort_value, ...row }: ListedRow): ContactRow {
  if (in_reach) return { ...row, limited: false };
  const { id, name, first_name, last_name, phone, phone_type, owner, status_id } = row;
  return { ...blankCard, id, name, first_name, last_name, phone, phone_type, owner, status_id };
}

const blankCard = {
  kind: 'lead',
  organization: '',
  email: '',
  email_state: null,
  city: '',
  state: '',
  zip_code: '',
  birth_date: null,
  timezone: null,
  agentflow_status_id: null,
  source_id: null,
  category_id: null,
  pool: null,
  tags: [],
  next_step: null,
  do_not_call: false,
  do_not_text: false,
  do_not_email: false,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  version: 0,
  limited: true,
} as const satisfies Partial<ContactRow>;

/** The cursor names the order that it belongs to. */
export const cursorOf = (tx: Sealing, { order_field, order }: ContactsScope, value: string, id: number) =>
  keyset.cursorOf(tx, [order_field, order, value, id]);

const keyset = keysetOf('cursor of the contact list');

function afterCursor(tx: Sealing, cursor: string, { order_field, order }: ContactsScope, column: RawBuilder<unknown>): Condition {
  const [field, direction, value, id] = keyset.placeOf(tx, cursor);
  if (field !== order_field || direction !== order) throw wrong('contacts_scope.cursor', 'This cursor belongs to another list');
  const typed = isMoment(order_field) ? sql`${value}::timestamptz` : sql`${value} collate "C"`;
  return order === 'ASC' ? sql`(${column}, c.id) > (${typed}, ${id})` : sql`(${column}, c.id) < (${typed}, ${id})`;
}

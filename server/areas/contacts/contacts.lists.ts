// The list: one query a page, by keyset; the count apart and capped.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ContactRow, ContactsMeta } from '#contract/contacts.ts';
import type { ContactsScope } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { allOf, type Condition } from '#kernel/sql.ts';
import { inReach, type ResolvedScope, resolveScope } from './contacts.scope.ts';

type Meta = z.output<typeof ContactsMeta>;

/** Counting past this many costs more than the number is worth on a screen. */
export const countCap = 10_000;
/** Rows that `page` may skip; beyond, the cursor goes on. */
const deepestOffset = 10_000;
/** Milliseconds. A list that takes longer is told to narrow its search. */
const listTimeout = 8_000;
/** Up to so many people and pools each give their first rows from their own index, merged; beyond, the company's index is walked. */
const mostMerged = 100;

const orderColumns = { last_name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' } as const;

export async function listContacts(tx: Tx, scope: ContactsScope): Promise<{ data: ContactRow[]; meta: Meta }> {
  await sql`set local statement_timeout = ${sql.lit(listTimeout)}`.execute(tx.db);
  const resolved = await resolveScope(tx, scope);
  const { rows } = await listQuery(tx, scope, resolved).execute(tx.db);
  const page = rows.slice(0, scope.limit);
  const last = page.at(-1);
  const next = rows.length > scope.limit && last ? cursorOf(scope, last.sort_value, last.id) : null;
  return {
    data: page.map(presentRow),
    meta: { limit: scope.limit, page: scope.page, next_cursor: next, total_count: null, total_capped: false },
  };
}

export async function countContacts(tx: Tx, scope: ContactsScope, exact: boolean): Promise<Meta> {
  await sql`set local statement_timeout = ${sql.lit(exact ? listTimeout * 4 : listTimeout)}`.execute(tx.db);
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

type ListedRow = Omit<ContactRow, 'limited'> & { sort_value: string; in_reach: boolean };

/** One more row than asked for, to know whether there is a next page. */
export function listQuery(
  tx: Tx,
  scope: ContactsScope,
  { conditions, filtered, holders, searches, reach }: ResolvedScope,
): RawBuilder<ListedRow> {
  const column = sql.ref(`c.${orderColumns[scope.order_field]}`);
  const direction = sql.raw(scope.order);
  const order = (alias: string) =>
    sql`${sql.ref(`${alias}.${orderColumns[scope.order_field]}`)} ${direction}, ${sql.ref(`${alias}.id`)} ${direction}`;
  const after = scope.cursor ? [afterCursor(scope, column)] : [];
  const offset = scope.cursor ? 0 : (scope.page - 1) * scope.limit;
  if (offset > deepestOffset) throw fail('contacts.page_too_deep');
  const needed = offset + scope.limit + 1;
  // Where there is a filter the planner is not told how few rows are wanted: it takes matches to lie evenly in the order, and would walk
  // a million rows to the names that begin with W. So it plans for a fifth of them, and rarer values are found by their own index.
  const told = (rows: number) => (filtered ? sql`(select ${rows}::int)` : sql`${rows}`);
  const rows = sql`limit ${told(scope.limit + 1)} offset ${told(offset)}`;
  const where = allOf([...conditions, ...after]);
  const firstOf = (column: string, ids: number[]) => sql`
    select m.* from unnest(${ids}::bigint[]) h(id) cross join lateral (
      select c.* from contacts c where ${sql.ref(`c.${column}`)} = h.id and ${where} order by ${order('c')} limit ${needed}) m`;
  const several = holders ? holders.owners.length + holders.pools.length : 0;
  const merge = holders && several > 1 && several <= mostMerged && !searches && scope.contact_group !== 'deleted';
  const page = merge
    ? sql`select m.* from (${firstOf('owner_id', holders.owners)} union all ${firstOf('pool_id', holders.pools)}) m order by ${order('m')} ${rows}`
    : sql`select c.* from contacts c where ${where} order by ${order('c')} ${rows}`;
  return sql<ListedRow>`
    select ${rowColumns(tx)}, ${column}::text as sort_value, ${inReach(reach)} as in_reach
    from (${page}) c ${rowJoins(tx)} order by ${order('c')}`;
}

/** The list's order from its beginning, or from its end. */
export function selectionOrder(scope: ContactsScope, from: 'first' | 'last'): RawBuilder<unknown> {
  const ascending = (scope.order === 'ASC') === (from === 'first');
  const direction = sql.raw(ascending ? 'asc' : 'desc');
  return sql`${sql.ref(`c.${orderColumns[scope.order_field]}`)} ${direction}, c.id ${direction}`;
}

/** What a row shows, from `c` and its joins; the contact's page adds the rest. */
export const rowColumns = (tx: Pick<Tx, 'companyId'>) => sql`
  c.id, c.kind, trim(c.first_name || ' ' || c.last_name) as name, c.first_name, c.last_name, c.organization,
  c.phone, (c.phones -> 0 ->> 'type')::int as phone_type, coalesce(c.emails -> 0 ->> 'address', '') as email, c.emails -> 0 ->> 'state' as email_state,
  c.city, c.state, c.zip_code, c.birth_date, c.timezone, c.status_id, c.agentflow_status_id, c.source_id, c.category,
  case when c.owner_id is not null then json_build_object('id', c.owner_id, 'name', trim(u.first_name || ' ' || u.last_name)) end as owner,
  case when c.pool_id is not null then json_build_object('id', c.pool_id, 'name', p.name) end as pool,
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.key)
    from tags t where t.company_id = ${tx.companyId} and t.id = any(c.tags)), '[]') as tags,
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
  category: null,
  pool: null,
  tags: [],
  do_not_call: false,
  do_not_text: false,
  do_not_email: false,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  version: 0,
  limited: true,
} as const satisfies Partial<ContactRow>;

// A cursor holds where the last page ended and which order it belongs to.

export const cursorOf = ({ order_field, order }: ContactsScope, value: string, id: number) =>
  Buffer.from(JSON.stringify([order_field, order, value, id])).toString('base64url');

function afterCursor({ cursor, order_field, order }: ContactsScope, column: RawBuilder<unknown>): Condition {
  const [field, direction, value, id] = decodeCursor(cursor ?? '');
  if (
    field !== order_field ||
    direction !== order ||
    typeof value !== 'string' ||
    !Number.isSafeInteger(id) ||
    value.includes('\0')
  ) {
    throw fail('invalid', { errors: { 'contacts_scope.cursor': ['This cursor belongs to another list'] } });
  }
  if (order_field !== 'last_name' && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/.test(value))
    throw fail('invalid', { errors: { 'contacts_scope.cursor': ['This is not a cursor'] } });
  const typed = order_field === 'last_name' ? sql`${value} collate "C"` : sql`${value}::timestamptz`;
  return order === 'ASC' ? sql`(${column}, c.id) > (${typed}, ${id})` : sql`(${column}, c.id) < (${typed}, ${id})`;
}

function decodeCursor(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

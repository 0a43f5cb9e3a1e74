// Lists of subscriptions and orders, and sums of use.
import { type RawBuilder, sql } from 'kysely';
import { type Money, money, moneyText } from '#contract/kit/money.ts';
import type { Product } from '#contract/planLists.ts';
import type { PlanOrder, PlanUsage, Subscription } from '#contract/subscriptions.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import {
  givesLicence,
  inUseSql,
  isPaidBy,
  isVisible,
  presentSubscription,
  selectSubscriptions,
} from './subscriptions.queries.ts';

interface Asked {
  q: string;
  page: number;
  limit: number;
  order: 'ASC' | 'DESC';
  order_field: 'created_at' | 'state' | 'quantity';
  active: boolean;
  mine?: boolean;
}

export async function listSubscriptions(tx: Tx, product: Product, { q, active, mine, ...query }: Asked) {
  const where = sql`s.product = ${product} and ${mine ? isPaidBy(tx) : await isVisible(tx)} and ${active ? inUseSql : sql`true`}
    and ${q ? sql`(u.first_name || ' ' || u.last_name ilike ${`%${escapeLike(q)}%`})` : sql`true`}`;
  const direction = sql.raw(query.order);
  const end = sql`order by ${sql.ref(`s.${query.order_field}`)} ${direction}, s.id ${direction} ${pageSql(query)}`;
  const rows = await selectSubscriptions(tx, where, end);
  return { data: rows.map(presentSubscription), meta: pageMeta(query, await countOf(tx, where)) };
}

async function countOf(tx: Tx, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from subscriptions s left join users u on u.company_id = ${tx.companyId} and u.id = s.payer_id
    where s.company_id = ${tx.companyId} and ${where}`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** `personal`: the one of the user's own; `company`: one that gives a licence or is shared by the user. */
export async function findActive(tx: Tx, product: Product, type: 'personal' | 'company'): Promise<Subscription | null> {
  const whose =
    type === 'personal'
      ? sql`s.payer = 'self' and s.payer_id = ${tx.actor.userId}`
      : sql`s.payer <> 'self' and (${isPaidBy(tx)} or ${givesLicence(tx)})`;
  const [found] = await selectSubscriptions(
    tx,
    sql`s.product = ${product} and ${inUseSql} and ${whose}`,
    sql`order by s.id limit 1`,
  );
  return found ? presentSubscription(found) : null;
}

export async function findPending(tx: Tx, product: Product): Promise<Subscription | null> {
  const where = sql`s.product = ${product} and s.state = 'pending' and s.payer <> 'self' and ${isPaidBy(tx)}`;
  const [found] = await selectSubscriptions(tx, where, sql`order by s.id limit 1`);
  return found ? presentSubscription(found) : null;
}

/** Of those in use. */
export async function sumUsage(tx: Tx, product: Product, whose: RawBuilder<unknown>): Promise<PlanUsage> {
  const { rows } = await sql<PlanUsage>`
    select count(*)::int as subscriptions, coalesce(sum(l.total), 0)::int as licences, coalesce(sum(l.assigned), 0)::int as assigned,
      coalesce(sum(s.included), 0)::int as included, coalesce(sum(s.allocated), 0)::int as allocated, coalesce(sum(l.used), 0)::int as used
    from subscriptions s left join lateral (
      select sum(pl.used) as used, count(pl.user_id) as assigned, count(*) as total from plan_licences pl
      where pl.company_id = ${tx.companyId} and pl.subscription_id = s.id) l on true
    where s.company_id = ${tx.companyId} and s.product = ${product} and ${inUseSql} and ${whose}`.execute(tx.db);
  return rows[0] ?? { subscriptions: 0, licences: 0, assigned: 0, included: 0, allocated: 0, used: 0 };
}

export const ownUsage = (tx: Tx, product: Product) => sumUsage(tx, product, isPaidBy(tx));

export async function listUsage(tx: Tx, product: Product, page: { page: number; limit: number }) {
  const asked = { ...page, q: '', order: 'DESC', order_field: 'created_at', active: true } as const;
  const { data, meta } = await listSubscriptions(tx, product, asked);
  return { data, meta, usage: await sumUsage(tx, product, sql`true`) };
}

type OrderRow = Omit<PlanOrder, 'amount' | 'user'> & { amount: Money; user_id: number; name: string; total: number };

const orderColumns = (tx: Tx) => sql`
  o.id, o.subscription_id, o.user_id, trim(u.first_name || ' ' || u.last_name) as name, o.quantity, o.amount, o.state, o.failure, o.note,
  o.created_at, o.settled_at, (
    select y.action_url from payments y join invoices i on i.company_id = ${tx.companyId} and i.id = y.invoice_id
    where y.company_id = ${tx.companyId} and i.order_id = o.id and i.subscription_id = o.subscription_id and i.state = 'open'
      and y.state = 'requires_action' limit 1) as action_url, count(*) over () as total`;

const presentOrder = ({ total: _, amount, user_id, name, ...row }: OrderRow): PlanOrder => ({
  ...row,
  amount: moneyText(money(amount)),
  user: { id: user_id, name },
});

async function selectOrders(tx: Tx, where: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns(tx)} from plan_orders o join users u on u.company_id = ${tx.companyId} and u.id = o.user_id
    where o.company_id = ${tx.companyId} and ${where} ${end}`.execute(tx.db);
  return rows;
}

/** `mine`: those that the actor ordered. */
export async function listOrders(tx: Tx, product: Product, query: { q: string; page: number; limit: number; mine: boolean }) {
  const where = sql`o.product = ${product} and ${query.mine ? sql`o.user_id = ${tx.actor.userId}` : sql`true`}
    and ${query.q ? sql`u.first_name || ' ' || u.last_name ilike ${`%${escapeLike(query.q)}%`}` : sql`true`}`;
  const rows = await selectOrders(tx, where, sql`order by o.created_at desc, o.id desc ${pageSql(query)}`);
  return { data: rows.map(presentOrder), meta: pageMeta(query, rows[0]?.total ?? 0) };
}

export async function getOrder(tx: Tx, product: Product, id: number, { mine }: { mine: boolean }): Promise<PlanOrder> {
  const where = sql`o.product = ${product} and o.id = ${id} and ${mine ? sql`o.user_id = ${tx.actor.userId}` : sql`true`}`;
  const [row] = await selectOrders(tx, where, sql``);
  if (!row) throw fail('not_found');
  return presentOrder(row);
}

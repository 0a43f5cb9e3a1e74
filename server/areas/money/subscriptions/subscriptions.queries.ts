// Subscriptions with their plans, as lists and single answers show them.
import { type RawBuilder, sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { type Money, money, moneyText, times } from '#contract/kit/money.ts';
import { orderTypes, type Payer, type Product, type SubscriptionState } from '#contract/planLists.ts';
import type { Plan, Subscription } from '#contract/subscriptions.ts';
import type { Decline } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { isAny } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';

export interface StoredPlan extends Omit<Plan, 'price'> {
  price: Money;
}

export interface StoredSubscription {
  id: number;
  product: Product;
  payer: Payer;
  payer_id: number | null;
  payer_name: string | null;
  card_user_id: number;
  plan: StoredPlan;
  next_plan: StoredPlan | null;
  price: Money;
  quantity: number;
  included: number;
  allocated: number;
  used: number;
  assigned: number;
  licences: number;
  /** Licences that end with the period. */
  leaving: number;
  state: SubscriptionState;
  /** It waits for an administrator, maybe beside the one in use. */
  requested: boolean;
  origin: 'bought' | 'granted';
  granted_until: string | null;
  anchor: string;
  zone: string;
  periods: number;
  starts_at: string | null;
  due_at: string | null;
  cancel_at_end: boolean;
  cancel_reason: string | null;
  failure: Decline | null;
  action_url: string | null;
  created_at: string;
  ended_at: string | null;
  /** Of the whole period, and what is left of it with today. */
  whole_days: number | null;
  left_days: number | null;
}

export const planColumns = sql`id, name, level, price, included, enterprise, retired_at is not null as retired`;

const planOf = (alias: string) => {
  const p = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`jsonb_build_object('id', ${p('id')}, 'name', ${p('name')}, 'level', ${p('level')}, 'price', ${p('price')},
    'included', ${p('included')}, 'enterprise', ${p('enterprise')}, 'retired', ${p('retired_at')} is not null)`;
};

/** `where` and `end` see the subscription as s, its plan as p, its payer as u. */
export async function selectSubscriptions(
  tx: Tx,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown> = sql``,
): Promise<StoredSubscription[]> {
  const c = tx.companyId;
  const today = sql`(${tx.clock()}::timestamptz at time zone s.zone)::date`;
  const { rows } = await sql<StoredSubscription>`
    select s.id, s.product, s.payer, s.payer_id, trim(u.first_name || ' ' || u.last_name) as payer_name, s.card_user_id,
      ${planOf('p')} as plan, case when n.id is not null then ${planOf('n')} end as next_plan, s.price, s.quantity, s.included,
      s.allocated, coalesce(l.used, 0) as used, coalesce(l.assigned, 0) as assigned, coalesce(l.total, 0) as licences, coalesce(l.leaving, 0) as leaving, s.state, s.requested, s.origin,
      s.granted_until, s.anchor, s.zone, s.periods, s.starts_at, s.due_at, s.cancel_at_end, s.cancel_reason, s.failure, y.action_url, s.created_at,
      s.ended_at, (s.due_at at time zone s.zone)::date - (s.starts_at at time zone s.zone)::date as whole_days,
      greatest(0, (s.due_at at time zone s.zone)::date - ${today}) as left_days
    from subscriptions s
      join plans p on p.company_id = ${c} and p.id = s.plan_id
      left join plans n on n.company_id = ${c} and n.id = s.next_plan_id
      left join users u on u.company_id = ${c} and u.id = s.payer_id
      left join lateral (
        select sum(pl.used)::int as used, count(pl.user_id)::int as assigned, count(*)::int as total,
          count(*) filter (where pl.cancel_at_end)::int as leaving
        from plan_licences pl where pl.company_id = ${c} and pl.subscription_id = s.id) l on true
      left join lateral (
        select py.action_url from payments py join invoices i on i.company_id = ${c} and i.id = py.invoice_id
        where py.company_id = ${c} and i.subscription_id = s.id and i.state = 'open' and py.state = 'requires_action'
        order by py.created_at desc, py.id desc limit 1) y on ${isPaidBy(tx)}
    where s.company_id = ${c} and ${where} ${end}`.execute(tx.db);
  return rows;
}

export async function getSubscription(tx: Tx, product: Product, id: number): Promise<StoredSubscription> {
  const [found] = await selectSubscriptions(tx, sql`s.id = ${id} and s.product = ${product} and ${await isVisible(tx)}`);
  if (!found) throw fail('not_found');
  return found;
}

/**
 * Held until the transaction ends. Every change of a subscription, its licences and invoices begins with it.
 */
export async function lockSubscription(tx: Tx, id: number): Promise<StoredSubscription> {
  await sql`select from subscriptions where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  const [found] = await selectSubscriptions(tx, sql`s.id = ${id}`);
  if (!found) throw fail('not_found');
  return found;
}

/** One that the actor pays for, or as an administrator the company's. */
export async function lockOwn(tx: Tx, product: Product, id: number): Promise<StoredSubscription> {
  const [own] = await selectSubscriptions(tx, sql`s.id = ${id} and s.product = ${product} and ${isPaidBy(tx)}`);
  if (!own) throw fail('not_found');
  return lockSubscription(tx, id);
}

export const isPaidBy = (tx: Tx) =>
  tx.actor.has('money.manage')
    ? sql<boolean>`(s.payer_id = ${tx.actor.userId} or s.payer = 'company')`
    : sql<boolean>`s.payer_id = ${tx.actor.userId}`;

/** Of the actor, of people in reach, or one that gives the actor a licence. */
export async function isVisible(tx: Tx): Promise<RawBuilder<boolean>> {
  const reach = await reachOfActor(tx);
  if (reach.company) return sql`true`;
  return sql`(s.payer_id = ${tx.actor.userId} or ${isAny('s.payer_id', reach.ownerIds)} or ${givesLicence(tx)})`;
}

export const givesLicence = (tx: Tx, userId = tx.actor.userId) => sql<boolean>`exists (
  select from plan_licences g where g.company_id = ${tx.companyId} and g.subscription_id = s.id and g.user_id = ${userId})`;

export const isInUse = ({ state }: Pick<StoredSubscription, 'state'>) => state === 'active' || state === 'past_due';
export const inUseSql = sql<boolean>`s.state in ('active', 'past_due')`;

export const presentPlan = (plan: StoredPlan): Plan => ({ ...plan, price: moneyText(money(plan.price)) });

export function presentSubscription(row: StoredSubscription): Subscription {
  const { id, payer, state, quantity, price, payer_id, payer_name, included, allocated } = row;
  return {
    id,
    type: payer,
    order_type: orderTypes[payer],
    state,
    active: isInUse(row),
    plan: presentPlan(row.plan),
    next_plan: row.next_plan && presentPlan(row.next_plan),
    quantity,
    price: moneyText(money(price)),
    amount: moneyText(times(money(price), quantity)),
    payer: payer_id === null ? null : { id: payer_id, name: payer_name ?? '' },
    granted: row.origin === 'granted',
    granted_until: row.granted_until,
    starts_at: row.starts_at,
    due_at: row.due_at,
    cancel_at_end: row.cancel_at_end,
    included,
    allocated,
    current_usage: row.used,
    licences: { assigned: row.assigned, total: row.licences },
    failure: row.failure,
    action_url: row.action_url,
    created_at: row.created_at,
    ended_at: row.ended_at,
  };
}

/** The part of a month's price for the days left, today included; rounded once, to whole cents. */
export function forDaysLeft(row: StoredSubscription, month: number): Money {
  if (!row.whole_days || row.left_days === null) return money(0);
  return money(Math.round((month * row.left_days) / row.whole_days / 100) * 100);
}

export async function getOfferedPlan(tx: Tx, product: Product, id: number): Promise<StoredPlan> {
  const { rows } = await sql<StoredPlan>`
    select ${planColumns} from plans
    where company_id = ${tx.companyId} and product = ${product} and id = ${id} and retired_at is null`.execute(tx.db);
  if (!rows[0]) throw wrong('plan_id', 'This plan is not offered');
  return rows[0];
}

/** Everyone whose screens show it: the payer, people with its licences, and who just did it. */
export async function tellOf(tx: Tx, { id, product, payer, payer_id, card_user_id }: StoredSubscription): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from plan_licences
    where company_id = ${tx.companyId} and subscription_id = ${id} and user_id is not null limit 1000`.execute(tx.db);
  const to = [...new Set([...rows.map(({ user_id }) => user_id), card_user_id, ...(payer_id ? [payer_id] : [])])];
  tx.tell({ event: 'subscriptions.changed' }, { to });
  // Whether the company's people may work follows from its account.
  tx.tell({ event: 'me.changed' }, { to: product === 'account' && payer === 'company' ? 'company' : to });
}

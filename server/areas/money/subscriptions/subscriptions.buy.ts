// People's operations on subscriptions: begin, change, order licenses, cancel. Each ends in an invoice to
// charge, or in nothing to pay.
import { sql } from 'kysely';
import { findChargeable } from '#areas/money/cards/cards.service.ts';
import { dueToday, leastCharge, type Money, money, moneyOf, moneyText, times } from '#contract/kit/money.ts';
import { ianaZones } from '#contract/lookups.ts';
import type { Payer, Product } from '#contract/planLists.ts';
import type { SubscriptionDetail } from '#contract/subscriptions.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { endNow } from './subscriptions.end.ts';
import { changePlan, issueInvoice, openPeriod } from './subscriptions.invoices.ts';
import { listOffered } from './subscriptions.plans.ts';
import {
  forDaysLeft,
  getOfferedPlan,
  getSubscription,
  isInUse,
  lockOwn,
  lockSubscription,
  presentPlan,
  presentSubscription,
  type StoredPlan,
  type StoredSubscription,
  tellOf,
} from './subscriptions.queries.ts';

/** The subscription to answer with, and the invoice to charge first. */
export interface Placed {
  id: number;
  invoice: number | null;
}

export async function place(
  tx: Tx,
  product: Product,
  { plan_id, type, quantity }: { plan_id: number; type: 'personal' | 'company'; quantity: number },
): Promise<Placed> {
  const plan = await getOfferedPlan(tx, product, plan_id);
  const payer = payerOf(tx, type);
  if (payer === 'self' && quantity > 1) throw wrong('quantity', 'You need one licence for yourself');
  return begin(tx, { product, payer, plan, quantity });
}

/** A new subscription of the actor's, and its first invoice. `forPeople`: who gets its licences once it is paid. */
export async function begin(
  tx: Tx,
  { forPeople = [], ...wanted }: Omit<NewSubscription, 'payerId' | 'requested'> & { forPeople?: number[] },
): Promise<Placed> {
  const { payer, plan } = wanted;
  const id = await insertSubscription(tx, {
    ...wanted,
    payerId: payer === 'company' ? null : tx.actor.userId,
    requested: plan.enterprise,
  });
  const made = await lockSubscription(tx, id);
  if (plan.enterprise) return { id, invoice: null }; // an administrator activates it
  if (plan.price > 0) await mustHaveCard(tx, times(plan.price, made.quantity));
  return { id, invoice: await openPeriod(tx, made, forPeople) };
}

export function payerOf(tx: Tx, type: 'personal' | 'company'): Payer {
  if (type === 'personal') return 'self';
  if (tx.actor.has('money.manage')) return 'company';
  if (tx.actor.has('subscriptions.share')) return 'manager';
  throw fail('forbidden');
}

interface NewSubscription {
  product: Product;
  payer: Payer;
  payerId: number | null;
  plan: StoredPlan;
  quantity: number;
  /** It may stand beside the one in use. */
  requested?: boolean;
}

/** Its days are those of the payer's time zone; of the company: of who subscribes. */
export async function insertSubscription(tx: Tx, asked: NewSubscription): Promise<number> {
  const { product, payer, payerId, plan, quantity, requested = false } = asked;
  const now = tx.clock();
  const { rows: people } = await sql<{ timezone: keyof typeof ianaZones }>`
    select timezone from users where company_id = ${tx.companyId} and id = ${payerId ?? tx.actor.userId}`.execute(tx.db);
  const zone = ianaZones[people[0]?.timezone ?? 'est'];
  const { rows } = await sql<{ id: number }>`
    insert into subscriptions (company_id, product, payer, payer_id, card_user_id, plan_id, price, quantity, included, state, anchor, zone, requested, created_at)
    values (${tx.companyId}, ${product}, ${payer}, ${payerId}, ${payerId ?? tx.actor.userId}, ${plan.id}, ${plan.price}, ${quantity},
      ${quantity * plan.included}, 'pending', (${now}::timestamptz at time zone ${zone})::date, ${zone}, ${requested}, ${now})
    on conflict do nothing returning id`.execute(tx.db);
  if (!rows[0]) throw fail('subscriptions.exists');
  return rows[0].id;
}

export async function mustHaveCard(tx: Tx, amount: Money): Promise<void> {
  if (amount < leastCharge) throw fail('cards.too_small');
  if (!(await findChargeable(tx, tx.actor.userId))) throw fail('cards.none');
}

export async function change(
  tx: Tx,
  product: Product,
  id: number,
  asked: { plan_id?: number | undefined; amount?: string | undefined; cancel_at_end?: false | undefined },
): Promise<Placed> {
  const of = await lockOwn(tx, product, id);
  if (!isInUse(of)) throw fail('subscriptions.ended');
  if (asked.cancel_at_end === false) await keep(tx, id);
  const invoice = asked.plan_id ? await moveTo(tx, of, asked.plan_id, moneyOf(asked.amount ?? '0')) : null;
  await tellOf(tx, of);
  return { id, invoice };
}

/** Takes a cancellation back. */
export const keep = (tx: Tx, id: number) =>
  sql`
    update subscriptions set cancel_at_end = false, cancel_reason = null where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );

export async function moveTo(tx: Tx, of: StoredSubscription, planId: number, shown: Money): Promise<number | null> {
  const { id } = of;
  const plan = planId === of.plan.id ? of.plan : await getOfferedPlan(tx, of.product, planId);
  if (plan.enterprise || of.plan.enterprise || of.origin === 'granted' || of.state !== 'active')
    throw wrong('plan_id', 'Ask your administrators for this change');
  mustFit(of.quantity, of.quantity * plan.included);
  const { today, at_period_end } = quote(of, plan);
  if (shown !== today) throw fail('subscriptions.price_changed', { data: { amount: moneyText(today) } });
  if (at_period_end || plan.id === of.plan.id) {
    const next = plan.id === of.plan.id ? null : plan.id;
    await sql`
      update subscriptions set next_plan_id = ${next} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
    return null;
  }
  if (today === 0) {
    await changePlan(tx, of, plan.id);
    return null;
  }
  await mustHaveCard(tx, today);
  await mustBeAlone(tx, id);
  const line = { text: `${plan.name} instead of ${of.plan.name}`, quantity: 1, price: today, amount: today };
  return issueInvoice(tx, { ...of, card_user_id: tx.actor.userId }, { kind: 'change', plan_id: plan.id, line, ...periodOf(of) });
}

const mostLicences = 10_000;
const mostUnits = 2_000_000_000;

/** Asked before the card is charged. */
export function mustFit(quantity: number, included: number): void {
  if (quantity > mostLicences || included > mostUnits) throw wrong('quantity', 'That is more than one subscription can hold');
}

/** Up at once for the days left (docs/decisions/0070), down with the next period. */
export function quote(of: StoredSubscription, plan: StoredPlan): { today: Money; at_period_end: boolean } {
  if (plan.id === of.plan.id) return { today: money(0), at_period_end: false }; // takes back a change to come
  const more = (plan.price - of.price) * of.quantity;
  return more > 0
    ? { today: dueToday(forDaysLeft(of, more)), at_period_end: false }
    : { today: money(0), at_period_end: more < 0 };
}

export const periodOf = ({ starts_at, due_at, created_at }: StoredSubscription) => ({
  starts_at: starts_at ?? created_at,
  ends_at: due_at ?? created_at,
});

/** Two changes at once would both count the days left of the same plan. */
export async function mustBeAlone(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    select from invoices where company_id = ${tx.companyId} and subscription_id = ${id} and state = 'open' and kind <> 'period'
    limit 1`.execute(tx.db);
  if (rows.length > 0) throw fail('conflict', { detail: 'Another change waits for its payment.' });
}

export async function order(
  tx: Tx,
  product: Product,
  asked: { subscription_id: number; quantity: number; amount: string },
): Promise<Placed> {
  const of = await lockOwn(tx, product, asked.subscription_id);
  if (of.state !== 'active') throw fail('subscriptions.ended');
  if (of.payer === 'self') throw wrong('subscription_id', 'You need one licence for yourself');
  if (of.origin === 'granted' || of.plan.enterprise) throw wrong('subscription_id', 'Ask your administrators for this change');
  mustFit(of.quantity + asked.quantity, of.included + asked.quantity * of.plan.included);
  const amount = dueToday(times(forDaysLeft(of, of.price), asked.quantity));
  if (moneyOf(asked.amount) !== amount) throw fail('subscriptions.price_changed', { data: { amount: moneyText(amount) } });
  if (amount > 0) await mustHaveCard(tx, amount);
  await mustBeAlone(tx, of.id);
  const id = await insertOrder(tx, of, { quantity: asked.quantity, amount, note: '' });
  const line = { text: `Licences of ${of.plan.name}`, quantity: asked.quantity, price: amount / asked.quantity, amount };
  const charged = { ...of, card_user_id: tx.actor.userId };
  return { id, invoice: await issueInvoice(tx, charged, { kind: 'order', order_id: id, line, ...periodOf(of) }) };
}

export async function insertOrder(
  tx: Tx,
  of: StoredSubscription,
  { quantity, amount, note }: { quantity: number; amount: Money; note: string },
): Promise<number> {
  const row = await tx.db
    .insertInto('plan_orders')
    .values({
      company_id: tx.companyId,
      product: of.product,
      subscription_id: of.id,
      user_id: tx.actor.userId,
      quantity,
      amount,
      note,
      state: 'pending',
      created_at: tx.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** At the end of what is paid; what is not paid ends at once. */
export async function cancel(tx: Tx, product: Product, id: number, reason: string | null = null): Promise<void> {
  const of = await lockOwn(tx, product, id);
  if (of.state === 'ended') throw fail('subscriptions.ended');
  await cancelLocked(tx, of, reason);
}

export async function cancelLocked(tx: Tx, of: StoredSubscription, reason: string | null): Promise<void> {
  if (of.state !== 'active') return endNow(tx, of, of.failure);
  await sql`
    update subscriptions set cancel_at_end = true, next_plan_id = null, cancel_reason = ${reason}
    where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
  await tellOf(tx, of);
}

export async function getDetail(tx: Tx, product: Product, id: number): Promise<SubscriptionDetail> {
  const row = await getSubscription(tx, product, id);
  const canChange = row.state === 'active' && row.origin === 'bought' && !row.plan.enterprise;
  const plans = canChange ? await listOffered(tx, product, false) : [];
  return {
    ...presentSubscription(row),
    licence_today: moneyText(canChange ? forDaysLeft(row, row.price) : money(0)),
    changes: plans
      .filter((plan) => plan.id !== (row.next_plan ?? row.plan).id)
      .map((plan) => {
        const { today, at_period_end } = quote(row, plan);
        return { plan: presentPlan(plan), today: moneyText(today), at_period_end };
      }),
  };
}

// The account and Max Plus are sold by their level alone: standard or premium, at the prices of
// contract/planLists.ts.
import { sql } from 'kysely';
import { type Money, money, moneyOf, moneyText } from '#contract/kit/money.ts';
import { type Payer, type PlanLevel, type Product, planLevels, planPrice } from '#contract/planLists.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { begin, keep, moveTo, mustHaveCard, type Placed, quote } from './subscriptions.buy.ts';
import { chargeTo } from './subscriptions.openInvoices.ts';
import {
  lockSubscription,
  planColumns,
  type StoredPlan,
  type StoredSubscription,
  selectSubscriptions,
} from './subscriptions.queries.ts';

export const levelNames: Record<PlanLevel, string> = { standard: 'Standard', premium: 'Premium' };

/** Made when somebody first chooses it. */
export async function planOfLevel(tx: Tx, product: Product, level: PlanLevel): Promise<StoredPlan> {
  const price = moneyOf(planPrice(level));
  await sql`
    insert into plans (company_id, product, name, level, price, included, created_at)
    values (${tx.companyId}, ${product}, ${levelNames[level]}, ${level}, ${price}, 0, ${tx.clock()})
    on conflict do nothing returning id`.execute(tx.db);
  const { rows } = await sql<StoredPlan>`
    update plans set price = ${price}
    where company_id = ${tx.companyId} and product = ${product} and level = ${level} and retired_at is null
    returning ${planColumns}`.execute(tx.db);
  if (!rows[0]) throw new Error(`there is no plan ${level} of ${product}`);
  return rows[0];
}

/** The actor's own, their people's, or the company's. */
export async function findLive(tx: Tx, product: Product, payer: Payer): Promise<StoredSubscription | null> {
  const whose = payer === 'company' ? sql`true` : sql`s.payer_id = ${tx.actor.userId}`;
  const [found] = await selectSubscriptions(
    tx,
    sql`s.product = ${product} and s.payer = ${payer} and s.state <> 'ended' and ${whose}`,
  );
  return found ?? null;
}

interface Choice {
  payer: Payer;
  plan: PlanLevel;
  /** The amount that the payer was shown. */
  amount?: string | undefined;
}

/** Begins, changes, pays what is open, or takes a cancellation back: whatever is to do until the payer has this level. */
export async function chooseLevel(tx: Tx, product: Product, { payer, plan: level, amount }: Choice): Promise<Placed> {
  const plan = await planOfLevel(tx, product, level);
  const live = await findLive(tx, product, payer);
  if (!live) {
    mustBeShown(amount, money(plan.price));
    return begin(tx, { product, payer, plan, quantity: 1 });
  }
  const of = await lockSubscription(tx, live.id);
  if (of.origin === 'granted') throw fail('subscriptions.granted');
  if (of.state === 'pending') throw fail('conflict', { detail: 'Its first payment is under way.' });
  if (of.state !== 'active') return payOpen(tx, of, level, amount);
  if (of.cancel_at_end) await keep(tx, of.id);
  return { id: of.id, invoice: await moveTo(tx, of, plan.id, amount === undefined ? quote(of, plan).today : moneyOf(amount)) };
}

/** A month that was not paid, with the card of the actor, who may be another administrator than before. */
async function payOpen(tx: Tx, of: StoredSubscription, level: PlanLevel, amount: string | undefined): Promise<Placed> {
  if (level !== of.plan.level) throw wrong('plan', `Pay ${of.plan.name} first, then change the plan`);
  const open = await findOpen(tx, of.id);
  if (!open) throw fail('conflict');
  mustBeShown(amount, open.total);
  await mustHaveCard(tx, open.total);
  await chargeTo(tx, of, tx.actor.userId);
  return { id: of.id, invoice: open.id };
}

async function findOpen(tx: Tx, subscriptionId: number): Promise<{ id: number; total: Money } | null> {
  const { rows } = await sql<{ id: number; total: Money }>`
    select id, total from invoices
    where company_id = ${tx.companyId} and subscription_id = ${subscriptionId} and state = 'open' and kind = 'period'
    order by period desc limit 1`.execute(tx.db);
  return rows[0] ?? null;
}

/** Before the card is charged; where the caller names no amount, the price is the listed one. */
export function mustBeShown(amount: string | undefined, now: Money): void {
  if (amount !== undefined && moneyOf(amount) !== now)
    throw fail('subscriptions.price_changed', { data: { amount: moneyText(now) } });
}

/** Each level, with what choosing it charges today. */
export async function listLevels(tx: Tx, product: Product, payer: Payer) {
  const live = await findLive(tx, product, payer);
  const open = live && live.state !== 'active' ? await findOpen(tx, live.id) : null;
  return planLevels.map((plan) => {
    const price = moneyOf(planPrice(plan));
    const chosen = live !== null && (live.next_plan ?? live.plan).level === plan;
    return { plan, name: levelNames[plan], price: moneyText(price), chosen, ...todayOf(plan, price) };
  });

  function todayOf(level: PlanLevel, price: Money) {
    if (!live) return { today: moneyText(price), at_period_end: false };
    if (open) return { today: moneyText(level === live.plan.level ? open.total : price), at_period_end: false };
    const plan = level === live.plan.level ? live.plan : { ...live.plan, id: 0, level, price };
    const { today, at_period_end } = quote(live, plan);
    return { today: moneyText(today), at_period_end };
  }
}

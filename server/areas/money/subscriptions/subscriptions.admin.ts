// Administrators' operations on the company's subscriptions: grant, activate, end, and take orders back.
import { sql } from 'kysely';
import type { AuditAction } from '#contract/auditLog.ts';
import { money } from '#contract/kit/money.ts';
import type { EndTime, Product } from '#contract/planLists.ts';
import type { PlanOrder, Subscription } from '#contract/subscriptions.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { cancelLocked, insertOrder, insertSubscription, mustFit } from './subscriptions.buy.ts';
import { endNow, voidOpen } from './subscriptions.end.ts';
import { demandAccount, extend } from './subscriptions.invoices.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { addLicences, listPeople, mustReach, passOn } from './subscriptions.licences.ts';
import { getOrder } from './subscriptions.lists.ts';
import { listReaders } from './subscriptions.mails.ts';
import {
  getOfferedPlan,
  getSubscription,
  isInUse,
  lockSubscription,
  presentSubscription,
  type StoredPlan,
  type StoredSubscription,
  selectSubscriptions,
  tellOf,
} from './subscriptions.queries.ts';

export async function grant(
  tx: Tx,
  product: Product,
  { plan_id, user_id, quantity, until }: { plan_id: number; user_id: number | null; quantity: number; until: string },
): Promise<Subscription> {
  const plan = await getOfferedPlan(tx, product, plan_id);
  if (user_id !== null) await mustReach(tx, user_id);
  if (user_id !== null && quantity > 1) throw wrong('quantity', 'A person needs one licence');
  const payer = user_id === null ? 'company' : 'self';
  const id = await insertSubscription(tx, { product, payer, payerId: user_id, plan, quantity });
  return activateRow(tx, await lockSubscription(tx, id), until, 'subscriptions.granted');
}

export async function activate(tx: Tx, product: Product, { id, until }: { id: number; until: string }): Promise<Subscription> {
  await getSubscription(tx, product, id);
  const of = await lockSubscription(tx, id);
  if (of.state === 'ended') throw fail('subscriptions.ended');
  if (of.state === 'active' && of.origin === 'bought') throw wrong('id', 'It is paid and active already');
  return activateRow(tx, of, until, 'subscriptions.activated');
}

/** Nothing is charged until that day, and then it ends. */
export async function activateRow(tx: Tx, asked: StoredSubscription, until: string, action: AuditAction): Promise<Subscription> {
  const now = tx.clock();
  const { rows } = await sql<{ past: boolean; today: string; due_at: string }>`
    select ${until}::date < d.today as past, d.today, least((${until}::date + 1) at time zone ${asked.zone}::text,
      (d.today + interval '1 month') at time zone ${asked.zone}::text) as due_at
    from (select (${now}::timestamptz at time zone ${asked.zone}::text)::date as today) d`.execute(tx.db);
  const [dates] = rows;
  if (!dates || dates.past) throw wrong('until', 'Choose today or a later day');
  const of = asked.requested ? await refreshed(tx, asked) : asked;
  const people = asked.requested ? await endReplaced(tx, of) : [];
  await voidOpen(tx, of.id);
  await sql`
    update subscriptions set state = 'active', requested = false, origin = 'granted', granted_until = ${until}, failure = null, cancel_at_end = false,
      anchor = ${dates.today}, periods = 1, starts_at = ${now}, due_at = ${dates.due_at}
    where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
  if (of.licences === 0) await addLicences(tx, of, of.quantity);
  if (people.length > 0) await passOn(tx, of, people);
  await demandAccount(tx, of);
  await audit(tx, {
    action,
    of: { type: 'subscription', id: of.id },
    before: { state: of.state },
    after: { plan: of.plan.name, until },
  });
  await tellOf(tx, of);
  return presentSubscription(await lockSubscription(tx, of.id));
}

/** As its plan is now: it was maybe edited while this one waited. */
async function refreshed(tx: Tx, { id, quantity, plan }: StoredSubscription): Promise<StoredSubscription> {
  mustFit(quantity, quantity * plan.included);
  await sql`
    update subscriptions set price = ${plan.price}, included = ${quantity * plan.included}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  return lockSubscription(tx, id);
}

/** Ends the one in use that this one replaces. Answers who had its licences. */
async function endReplaced(tx: Tx, of: StoredSubscription): Promise<number[]> {
  const [other] = await selectSubscriptions(
    tx,
    sql`s.product = ${of.product} and s.payer = ${of.payer} and s.payer_id is not distinct from ${of.payer_id} and s.state <> 'ended' and not s.requested`,
  );
  if (!other) return [];
  const replaced = await lockSubscription(tx, other.id);
  const people = of.payer === 'self' ? [] : await listPeople(tx, other.id);
  if (people.length > of.quantity)
    throw wrong('id', `${people.length} people have a licence of ${other.plan.name}, and this plan has ${of.quantity}`);
  await endNow(tx, replaced);
  return people;
}

/** Before a granted one is given again, maybe with another plan. */
export const regrant = (tx: Tx, id: number, plan: StoredPlan) =>
  sql`
    update subscriptions set plan_id = ${plan.id}, price = ${plan.price} where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );

export async function endByAdmin(
  tx: Tx,
  product: Product,
  { id, reason, at }: { id: number; reason: string; at: EndTime },
): Promise<Subscription> {
  await getSubscription(tx, product, id);
  const of = await lockSubscription(tx, id);
  if (of.state === 'ended') throw fail('subscriptions.ended');
  if (at === 'now') await endNow(tx, of, of.failure);
  else await cancelLocked(tx, of, reason);
  const after = await lockSubscription(tx, id);
  await audit(tx, {
    action: after.state === 'ended' ? 'subscriptions.ended' : 'subscriptions.cancelled',
    of: { type: 'subscription', id },
    before: { state: of.state },
    after: { plan: of.plan.name, reason },
  });
  const readers = (await listReaders(tx, of)).filter((userId) => userId !== tx.actor.userId);
  for (const userId of readers) tx.enqueue(subscriptionJobs.mailEnded, { userId, id, reason });
  return presentSubscription(after);
}

export async function grantLicences(
  tx: Tx,
  product: Product,
  { subscription_id, quantity, note }: { subscription_id: number; quantity: number; note: string },
): Promise<PlanOrder> {
  await getSubscription(tx, product, subscription_id);
  const of = await lockSubscription(tx, subscription_id);
  if (!isInUse(of)) throw fail('subscriptions.ended');
  if (of.payer === 'self') throw wrong('subscription_id', 'A person needs one licence');
  // Its payer would be charged for them from the next month on.
  if (of.origin !== 'granted') throw wrong('subscription_id', 'Its payer orders licences for it');
  mustFit(of.quantity + quantity, of.included + quantity * of.plan.included);
  const id = await insertOrder(tx, of, { quantity, amount: money(0), note });
  await sql`
    update plan_orders set state = 'paid', settled_at = ${tx.clock()} where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );
  await extend(tx, of, quantity);
  await audit(tx, {
    action: 'subscriptions.licences_granted',
    of: { type: 'subscription', id: of.id },
    after: { quantity, note },
  });
  await tellOf(tx, of);
  return getOrder(tx, product, id, { mine: false });
}

export async function cancelOrder(tx: Tx, product: Product, { id, reason }: { id: number; reason: string }): Promise<PlanOrder> {
  const { subscription_id } = await getOrder(tx, product, id, { mine: false });
  const of = await lockSubscription(tx, subscription_id);
  const { state, quantity } = await getOrder(tx, product, id, { mine: false });
  if (state === 'failed' || state === 'cancelled') throw fail('subscriptions.ended', { detail: 'This order has ended already.' });
  if (state === 'paid') await takeBack(tx, of, quantity);
  else
    await sql`
      update invoices set state = 'void'
      where company_id = ${tx.companyId} and subscription_id = ${of.id} and order_id = ${id} and state = 'open'`.execute(tx.db);
  await sql`
    update plan_orders set state = 'cancelled', note = ${reason}, settled_at = ${tx.clock()}
    where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  await audit(tx, {
    action: 'subscriptions.order_cancelled',
    of: { type: 'subscription', id: of.id },
    after: { quantity, reason },
  });
  await tellOf(tx, of);
  return getOrder(tx, product, id, { mine: false });
}

async function takeBack(tx: Tx, of: StoredSubscription, quantity: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from plan_licences where company_id = ${tx.companyId} and id in (
      select l.id from plan_licences l
      where l.company_id = ${tx.companyId} and l.subscription_id = ${of.id} and l.user_id is null and l.used = 0
      order by l.id desc limit ${quantity})
    returning id`.execute(tx.db);
  const less = quantity * of.plan.included;
  if (rows.length < quantity || of.included - less < of.allocated || of.quantity <= quantity)
    throw fail('subscriptions.order_used');
  await sql`
    update subscriptions set quantity = quantity - ${quantity}, included = included - ${less}
    where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
}

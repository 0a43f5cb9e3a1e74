// Invoices: issued, and what happens when they are paid.
import { sql } from 'kysely';
import { type Money, money } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { startOf } from './subscriptions.dates.ts';
import { endNow, voidOpen } from './subscriptions.end.ts';
import { addLicences, giveTo, letGo, renewLicences } from './subscriptions.licences.ts';
import { lockSubscription, type StoredSubscription, tellOf } from './subscriptions.queries.ts';
import { bookTax, taxOf } from './subscriptions.tax.ts';

export interface StoredInvoice {
  id: number;
  subscription_id: number;
  user_id: number;
  kind: 'period' | 'change' | 'order';
  period: number | null;
  starts_at: string;
  ends_at: string;
  total: Money;
  state: 'open' | 'paid' | 'void';
  plan_id: number | null;
  order_id: number | null;
  issued_at: string;
  /** Charges that failed, as far as they are noted. */
  tries: number;
  for_people: number[];
  text: string;
}

interface Line {
  text: string;
  quantity: number;
  price: number;
  amount: number;
}

type NewInvoice = Pick<StoredInvoice, 'kind'> & {
  line: Line;
  starts_at: string;
  ends_at: string;
  period?: number;
  plan_id?: number;
  order_id?: number;
  /** The people who get the licenses that it pays for. */
  for_people?: number[];
};

/** Null: this period has its invoice already. */
export async function issueInvoice(tx: Tx, of: StoredSubscription, { line, ...invoice }: NewInvoice): Promise<number | null> {
  const now = tx.clock();
  const row = await tx.db
    .insertInto('invoices')
    .values({
      period: null,
      plan_id: null,
      order_id: null,
      ...invoice,
      company_id: tx.companyId,
      subscription_id: of.id,
      user_id: of.card_user_id,
      lines: JSON.stringify([line]),
      total: line.amount,
      ...(await taxOf(tx, line.amount)),
      issued_at: now,
      due_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Opens period k: its plan and price, units anew, and its invoice, which the caller charges. Null: there is
 * nothing to charge.
 */
export async function openPeriod(tx: Tx, of: StoredSubscription, for_people: number[] = []): Promise<number | null> {
  const before = await letGo(tx, of);
  if (before.quantity === 0 || (await hasLeft(tx, of))) return endNow(tx, of).then(() => null);
  await voidOpen(tx, before.id, sql`kind <> 'period'`); // it was for the days that are over
  const k = before.periods;
  const { id, quantity } = before;
  const plan = before.next_plan ?? before.plan;
  const price = before.next_plan?.price ?? before.price;
  await renewLicences(tx, before, before.next_plan ? plan.included : null);
  const included = before.next_plan ? quantity * plan.included : before.included;
  const dates = await datesOf(tx, before, k);
  await sql`
    update subscriptions s set plan_id = ${plan.id}, next_plan_id = null, price = ${price}, quantity = ${quantity}, included = ${included}, periods = ${k + 1},
      starts_at = ${dates.starts_at}, due_at = ${dates.ends_at},
      allocated = coalesce((select sum(l.allocation) from plan_licences l where l.company_id = ${tx.companyId} and l.subscription_id = s.id), 0)
    where s.company_id = ${tx.companyId} and s.id = ${id}`.execute(tx.db);
  if (before.origin === 'granted') return null;
  const line = { text: plan.name, quantity, price, amount: price * quantity };
  return issueInvoice(tx, before, { kind: 'period', period: k, ...dates, line, for_people });
}

/** Whether nobody is there to pay it. A granted one costs nothing. */
async function hasLeft(tx: Tx, { origin, payer_id }: StoredSubscription): Promise<boolean> {
  if (origin === 'granted' || payer_id === null) return false;
  const { rows } = await sql`
    select from users where company_id = ${tx.companyId} and id = ${payer_id} and not active`.execute(tx.db);
  return rows.length > 0;
}

async function datesOf(tx: Tx, { anchor, zone, granted_until }: StoredSubscription, k: number) {
  const at = (month: number) => startOf(sql`${anchor}`, sql`${zone}`, sql`${month}`);
  const last = granted_until ? sql`(${granted_until}::date + 1) at time zone ${zone}::text` : sql`null::timestamptz`;
  const { rows } = await sql<{ starts_at: string; ends_at: string }>`
    select ${at(k)} as starts_at, least(${at(k + 1)}, ${last}) as ends_at`.execute(tx.db);
  if (!rows[0]) throw new Error('a period has no dates');
  return rows[0];
}

export async function markPaid(tx: Tx, invoice: StoredInvoice, of: StoredSubscription): Promise<void> {
  await sql`
    update invoices set state = 'paid', number = ${await nextNumber(tx)}, paid_at = ${tx.clock()}, failure = null
    where company_id = ${tx.companyId} and id = ${invoice.id}`.execute(tx.db);
  await bookTax(tx, invoice.id);
  if (invoice.kind === 'period') await renew(tx, of);
  if (invoice.kind === 'change' && invoice.plan_id) await changePlan(tx, of, invoice.plan_id);
  if (invoice.kind === 'order' && invoice.order_id) await fulfil(tx, of, invoice.order_id);
  if (invoice.for_people.length > 0) await giveTo(tx, of.id, invoice.for_people);
  await tellOf(tx, of);
}

async function renew(tx: Tx, of: StoredSubscription): Promise<void> {
  await sql`
    update subscriptions set state = 'active', failure = null where company_id = ${tx.companyId} and id = ${of.id}`.execute(
    tx.db,
  );
  if (of.state === 'pending') await addLicences(tx, of, of.quantity);
  await demandAccount(tx, of);
}

/** From the first day of a plan for the company's account, its people need one. */
export async function demandAccount(tx: Tx, { product, payer }: StoredSubscription): Promise<void> {
  if (product === 'account' && payer === 'company')
    await sql`update companies set needs_account = true where company_id = ${tx.companyId}`.execute(tx.db);
}

/** At once: the days left are paid. */
export async function changePlan(tx: Tx, of: StoredSubscription, planId: number): Promise<void> {
  await sql`
    update subscriptions s set plan_id = p.id, next_plan_id = null, price = p.price, included = greatest(s.quantity * p.included, s.allocated)
    from plans p
    where s.company_id = ${tx.companyId} and s.id = ${of.id} and p.company_id = ${tx.companyId} and p.id = ${planId}`.execute(
    tx.db,
  );
  if (of.payer === 'self') {
    await sql`
      update plan_licences l set allocation = greatest(s.included, l.used) from subscriptions s
      where l.company_id = ${tx.companyId} and l.subscription_id = ${of.id} and s.company_id = ${tx.companyId} and s.id = ${of.id}`.execute(
      tx.db,
    );
    await sql`
      update subscriptions set allocated = included where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
  }
}

async function fulfil(tx: Tx, of: StoredSubscription, orderId: number): Promise<void> {
  const { rows } = await sql<{ quantity: number }>`
    update plan_orders set state = 'paid', settled_at = ${tx.clock()}
    where company_id = ${tx.companyId} and id = ${orderId} and state = 'pending' returning quantity`.execute(tx.db);
  const { quantity = 0 } = rows[0] ?? {};
  if (quantity > 0) await extend(tx, of, quantity);
}

export async function extend(tx: Tx, of: StoredSubscription, quantity: number): Promise<void> {
  await sql`
    update subscriptions set quantity = quantity + ${quantity}, included = included + ${quantity * of.plan.included}
    where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
  await addLicences(tx, of, quantity);
}

export async function lockInvoice(tx: Tx, id: number): Promise<{ invoice: StoredInvoice; of: StoredSubscription }> {
  const invoice = await findInvoice(tx, id);
  const of = await lockSubscription(tx, invoice.subscription_id);
  return { invoice: await findInvoice(tx, id), of };
}

async function findInvoice(tx: Tx, id: number): Promise<StoredInvoice> {
  const { rows } = await sql<StoredInvoice>`
    select id, subscription_id, user_id, kind, period, starts_at, ends_at, total, state, plan_id, order_id, issued_at, tries, for_people,
      lines -> 0 ->> 'text' as text
    from invoices where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return { ...rows[0], total: money(rows[0].total) };
}

async function nextNumber(tx: Tx): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_numbers (company_id, last) values (${tx.companyId}, 1)
    on conflict (company_id) do update set last = invoice_numbers.last + 1 returning last`.execute(tx.db);
  return rows[0]?.last ?? 1;
}

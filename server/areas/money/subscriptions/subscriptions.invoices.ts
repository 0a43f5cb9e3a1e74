// Invoices: issued, charged, and what happens when they are paid or not. A charge has the invoice's own
// payment, so it happens once.
import { sql } from 'kysely';
import { askProcessor, findChargeable } from '#areas/money/cards/cards.service.ts';
import { bookOf, payDebt, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { finishPayment, getOwnPayment, insertPayment } from '#areas/money/wallet/wallet.service.ts';
import { type Money, money } from '#contract/kit/money.ts';
import type { Payment } from '#contract/wallet.ts';
import type { Decline } from '#contract/walletLists.ts';
import { CardsUnavailable } from '#kernel/cards/cards.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { daysAfter, daysSince, dunningOn, startOf } from './subscriptions.dates.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { addLicences, giveTo, letGo, renewLicences } from './subscriptions.licences.ts';
import { lockSubscription, type StoredSubscription, tellOf } from './subscriptions.queries.ts';
import { bookTax, taxOf } from './subscriptions.tax.ts';

interface StoredInvoice {
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
  /** Who gets the licences that it pays for. */
  for_people?: number[];
};

/** How long a charge may be under way before somebody looks again. */
const lookMs = 3_600_000;

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

interface How {
  /** Where the bank's page returns to; null: nobody is there. */
  returnUrl: string | null;
  /** Whatever the days of dunning say: the payer has another card, or asks for it. */
  force?: boolean;
}

/**
 * Charges an open invoice once, however often it is asked for. Where the processor does not answer, its
 * payment's pump finds out.
 */
export async function collect(ctx: WorkCtx, id: number, how: How): Promise<void> {
  const payment = await inTenant(ctx, (tx) => beginCharge(tx, id, how, ctx.platform.cards !== null));
  if (payment === null) return;
  try {
    await finishPayment(ctx, payment);
  } catch (err) {
    if (!(err instanceof CardsUnavailable)) throw err;
    ctx.log.warn({ err, invoice: id }, 'the card processor did not answer');
    return;
  }
  await inTenant(ctx, (tx) => settleInvoice(tx, id));
}

/** The payer is back from their bank: what they paid for is there with the answer. */
export async function finishCharge(ctx: WorkCtx, id: number): Promise<Payment> {
  const own = (tx: Tx) => getOwnPayment(tx, id);
  await inTenant(ctx, own);
  await askProcessor(() => finishPayment(ctx, id));
  return inTenant(ctx, async (tx) => {
    const { rows } = await sql<{ invoice_id: number | null }>`
      select invoice_id from payments where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
    if (rows[0]?.invoice_id) await settleInvoice(tx, rows[0].invoice_id);
    return own(tx);
  });
}

/** The payment to finish; null: nothing is charged now. */
async function beginCharge(tx: Tx, id: number, { returnUrl, force }: How, canCharge: boolean): Promise<number | null> {
  const { invoice, of } = await lockInvoice(tx, id);
  if (invoice.state !== 'open') return null;
  if (invoice.total === 0) return markPaid(tx, invoice, of).then(() => null);
  const running = await findPayment(tx, id);
  if (running && running.state !== 'failed') return running.id;
  const { unpaid, end } = dunningOn(invoice.issued_at);
  const age = daysSince(invoice.issued_at, tx.clock());
  if (!force && age >= end) return endNow(tx, of, of.failure).then(() => null);
  if (!force && age >= unpaid) return markUnpaid(tx, invoice, of).then(() => null);
  const chargeable = canCharge ? await findChargeable(tx, invoice.user_id) : null;
  if (!chargeable) return noteFailure(tx, invoice, of, 'no_card').then(() => null);
  await setDue(tx, id, new Date(tx.clock().getTime() + lookMs));
  return insertPayment(tx, {
    kind: 'invoice',
    user_id: invoice.user_id,
    amount: invoice.total,
    description: invoice.text,
    return_url: returnUrl,
    invoice_id: id,
    ...chargeable,
  });
}

/** After the charge's answer. Any number of times: an invoice that is paid or void stays so. */
export async function settleInvoice(tx: Tx, id: number): Promise<void> {
  const { invoice, of } = await lockInvoice(tx, id);
  const payment = await findPayment(tx, id);
  if (!payment) return;
  if (invoice.state === 'void' && payment.state === 'succeeded') return giveBack(tx, invoice);
  if (invoice.state !== 'open') return;
  if (payment.state === 'succeeded') await markPaid(tx, invoice, of);
  else if (payment.state === 'failed' && payment.failed > invoice.tries)
    await noteFailure(tx, { ...invoice, tries: payment.failed }, of, payment.failure ?? 'declined');
}

/** Somebody confirmed a charge at their bank after they had cancelled: the money is theirs, in the wallet. */
async function giveBack(tx: Tx, { id, user_id, total }: StoredInvoice): Promise<void> {
  const [from, to] = [await bookOf(tx, 'plans'), await walletOf(tx, user_id)];
  const note = 'Paid after the subscription was cancelled';
  await post(tx, [{ from, to, amount: total, kind: 'adjustment', key: `invoice-back:${id}`, note }]);
  await payDebt(tx, user_id, `invoice-back:${id}`);
}

async function markPaid(tx: Tx, invoice: StoredInvoice, of: StoredSubscription): Promise<void> {
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

/**
 * The first payment, a change or an order just does not happen; a month is asked for again, with access until
 * the day that the rule says.
 */
async function noteFailure(tx: Tx, invoice: StoredInvoice, of: StoredSubscription, failure: Decline): Promise<void> {
  if (invoice.kind !== 'period' || of.state === 'pending') {
    await setState(tx, invoice.id, 'void', failure);
    if (invoice.order_id)
      await sql`
        update plan_orders set state = 'failed', failure = ${failure}, settled_at = ${tx.clock()}
        where company_id = ${tx.companyId} and id = ${invoice.order_id} and state = 'pending'`.execute(tx.db);
    if (of.state === 'pending') await endNow(tx, of, failure);
    return tellOf(tx, of);
  }
  const { tries, unpaid } = dunningOn(invoice.issued_at);
  const age = daysSince(invoice.issued_at, tx.clock());
  const next = waitsForCard.has(failure) ? undefined : tries.find((day) => day > age);
  await sql`
    update invoices set tries = ${invoice.tries}, failure = ${failure},
      due_at = ${age >= unpaid ? daysAfter(invoice.issued_at, dunningOn(invoice.issued_at).end) : daysAfter(invoice.issued_at, next ?? unpaid)}
    where company_id = ${tx.companyId} and id = ${invoice.id}`.execute(tx.db);
  await sql`
    update subscriptions set failure = ${failure}, state = ${age >= unpaid ? 'unpaid' : 'past_due'}
    where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
  tx.enqueue(subscriptionJobs.mailFailure, { userId: invoice.user_id, id: of.id, failure });
  await tellOf(tx, of);
}

/** Such a card does not pay tomorrow either: another card is tried at once. */
const waitsForCard: ReadonlySet<Decline> = new Set(['expired', 'lost', 'authentication', 'no_card']);

async function markUnpaid(tx: Tx, invoice: StoredInvoice, of: StoredSubscription): Promise<void> {
  await setDue(tx, invoice.id, daysAfter(invoice.issued_at, dunningOn(invoice.issued_at).end));
  await sql`
    update subscriptions set state = 'unpaid' where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
  await tellOf(tx, of);
}

/**
 * With everything that is open of it. Its licences stay as they were, for the books, and give nothing any
 * more.
 */
export async function endNow(tx: Tx, of: StoredSubscription, failure: Decline | null = null): Promise<void> {
  const now = tx.clock();
  await sql`
    update subscriptions set state = 'ended', ended_at = ${now}, cancel_at_end = false, next_plan_id = null, failure = ${failure}
    where company_id = ${tx.companyId} and id = ${of.id} and state <> 'ended'`.execute(tx.db);
  await voidOpen(tx, of.id);
  await tellOf(tx, of);
}

/** What waits for its charge happens no more; a charge that is confirmed later goes to the wallet. */
export async function voidOpen(tx: Tx, id: number, which = sql`true`): Promise<void> {
  await sql`
    update invoices set state = 'void'
    where company_id = ${tx.companyId} and subscription_id = ${id} and state = 'open' and ${which}`.execute(tx.db);
  await sql`
    update plan_orders set state = 'cancelled', settled_at = ${tx.clock()}
    where company_id = ${tx.companyId} and subscription_id = ${id} and state = 'pending'`.execute(tx.db);
}

async function lockInvoice(tx: Tx, id: number): Promise<{ invoice: StoredInvoice; of: StoredSubscription }> {
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

interface InvoicePayment {
  id: number;
  state: string;
  failure: Decline | null;
  /** Of all its payments. */
  failed: number;
}

/** The latest. */
async function findPayment(tx: Tx, invoiceId: number): Promise<InvoicePayment | null> {
  const { rows } = await sql<InvoicePayment>`
    select id, state, failure, (count(*) filter (where state = 'failed') over ())::int as failed from payments
    where company_id = ${tx.companyId} and invoice_id = ${invoiceId} order by created_at desc, id desc limit 1`.execute(tx.db);
  return rows[0] ?? null;
}

async function nextNumber(tx: Tx): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_numbers (company_id, last) values (${tx.companyId}, 1)
    on conflict (company_id) do update set last = invoice_numbers.last + 1 returning last`.execute(tx.db);
  return rows[0]?.last ?? 1;
}

const setDue = (tx: Tx, id: number, due: Date) =>
  sql`update invoices set due_at = ${due} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
const setState = (tx: Tx, id: number, state: 'void', failure: Decline) =>
  sql`update invoices set state = ${state}, failure = ${failure} where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );

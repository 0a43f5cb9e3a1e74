// Charges of invoices, and what happens when they are not paid. A charge has the invoice's own payment, so it
// happens once.
import { sql } from 'kysely';
import { askProcessor, findChargeable } from '#areas/money/cards/cards.service.ts';
import { bookOf, payDebt, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { finishPayment, getOwnPayment, insertPayment } from '#areas/money/wallet/wallet.service.ts';
import type { Payment } from '#contract/wallet.ts';
import type { Decline } from '#contract/walletLists.ts';
import { CardsUnavailable } from '#kernel/cards/cards.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { daysAfter, daysSince, dunningOn } from './subscriptions.dates.ts';
import { endNow } from './subscriptions.end.ts';
import { lockInvoice, markPaid, type StoredInvoice } from './subscriptions.invoices.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { listReaders } from './subscriptions.mails.ts';
import { type StoredSubscription, tellOf } from './subscriptions.queries.ts';

/** How long a charge may be under way before somebody looks again. */
const lookMs = 3_600_000;

interface How {
  /** The address to which the bank's page returns; null: nobody is there. */
  returnUrl: string | null;
  /** Whatever the days of dunning say: the payer has another card, or asks for it. */
  force?: boolean;
}

/**
 * Charges an open invoice once, however often it is asked for. If the processor does not answer, its payment's
 * pump finds out.
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
  for (const userId of await listReaders(tx, of)) tx.enqueue(subscriptionJobs.mailFailure, { userId, id: of.id, failure });
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

const setDue = (tx: Tx, id: number, due: Date) =>
  sql`update invoices set due_at = ${due} where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
const setState = (tx: Tx, id: number, state: 'void', failure: Decline) =>
  sql`update invoices set state = ${state}, failure = ${failure} where company_id = ${tx.companyId} and id = ${id}`.execute(
    tx.db,
  );

// The settlement of a refund. States only move forward: pending, succeeded, failed. A succeeded refund may
// still fail, and is booked back then.
import { sql } from 'kysely';
import { mustHaveCards } from '#areas/money/cards/cards.service.ts';
import { bookOf, lockWallet, payDebt, post, release, takeBack, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { bookTaxOfRefund } from '#areas/money/subscriptions/subscriptions.service.ts';
import { getPayment, isInWallet, type StoredPayment } from '#areas/money/wallet/wallet.service.ts';
import { centsOf, type Money, money } from '#contract/kit/money.ts';
import type { CardProvider, ProcessorRefund } from '#kernel/cards/cards.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { holdKey } from './refunds.ask.ts';
import { refundJobs } from './refunds.jobs.ts';

interface StoredRefund {
  id: number;
  payment_id: number;
  amount: Money;
  reason: string;
  /** Null: on the processor's own page, so nothing was held for it. */
  made_by: number | null;
  state: ProcessorRefund['state'];
  provider_id: string | null;
  created_at: string;
}

/** The processor forgets its keys after a day. */
const keyMs = 23 * 3_600_000;

/** Asks the processor, and books the answer. Any number of times. */
export async function finishRefund(ctx: WorkCtx, id: number): Promise<void> {
  const { refund, payment } = await inTenant(ctx, async (tx) => {
    const refund = await getRefund(tx, id);
    return { refund, payment: await getPayment(tx, refund.payment_id) };
  });
  if (refund.state === 'failed') return;
  const answer = await askAbout(ctx, mustHaveCards(ctx.platform), refund, payment);
  await inTenant(ctx, (tx) => applyRefund(tx, id, answer));
}

/** Null: refused for good, or it was never asked for and its key is too old now. */
async function askAbout(ctx: WorkCtx, cards: CardProvider, refund: StoredRefund, payment: StoredPayment) {
  const { companyId } = ctx.actor;
  const key = `refund:${companyId}:${refund.id}`;
  const charge = payment.provider_id ?? '';
  if (refund.provider_id) return cards.findRefund(refund.provider_id);
  if (ctx.clock().getTime() - Date.parse(refund.created_at) > keyMs) return cards.findRefundByKey(charge, key);
  const metadata = { company: String(companyId), payment: String(payment.id), refund: String(refund.id) };
  return cards.refund({ charge, cents: centsOf(money(refund.amount)), key, metadata });
}

async function applyRefund(tx: Tx, id: number, answer: ProcessorRefund | null): Promise<void> {
  const { payment_id } = await getRefund(tx, id);
  const { user_id } = await getPayment(tx, payment_id);
  await lockWallet(tx, user_id);
  const payment = await getPayment(tx, payment_id, { lock: true });
  const before = await getRefund(tx, id, { lock: true });
  const state = answer?.state ?? 'failed';
  if (before.state === state || before.state === 'failed' || (before.state === 'succeeded' && state === 'pending')) {
    await setState(tx, id, before.state, answer?.id ?? before.provider_id);
    return;
  }
  await setState(tx, id, state, answer?.id ?? before.provider_id);
  if (before.state === 'pending' && before.made_by !== null && isInWallet(payment))
    await release(tx, [holdKey(id)], { spends: state === 'succeeded' });
  if (state === 'succeeded') await bookRefund(tx, payment, before);
  if (state === 'failed') {
    await sql`
      update payments set refunded = refunded - ${before.amount}
      where company_id = ${tx.companyId} and id = ${payment_id}`.execute(tx.db);
    if (before.state === 'succeeded') await bookBack(tx, payment, before);
  }
  tx.tell({ event: 'wallet.changed' }, { to: [user_id] });
}

const sourceOf = (tx: Tx, payment: StoredPayment) => (isInWallet(payment) ? walletOf(tx, payment.user_id) : bookOf(tx, 'plans'));

async function bookRefund(tx: Tx, payment: StoredPayment, { id, amount, reason, made_by }: StoredRefund): Promise<void> {
  const about = { kind: 'refund' as const, key: `refund:${id}`, note: reason };
  if (made_by === null && isInWallet(payment)) {
    const { owed } = await takeBack(tx, payment.user_id, money(amount), about);
    if (owed > 0) tx.enqueue(refundJobs.mailOwed, { id });
    return;
  }
  const [from, to] = [await sourceOf(tx, payment), await bookOf(tx, 'cards')];
  await post(tx, [{ from, to, amount: money(amount), ...about }]);
  await bookTaxPart(tx, payment, { id, amount }, false);
}

/** The bank did not take it: the money is the payer's again, where it came from. */
async function bookBack(tx: Tx, payment: StoredPayment, { id, amount }: StoredRefund): Promise<void> {
  const [from, to] = [await bookOf(tx, 'cards'), await sourceOf(tx, payment)];
  const note = 'The bank sent a refund back';
  await post(tx, [{ from, to, amount: money(amount), kind: 'refund', key: `refund-back:${id}`, note }]);
  await bookTaxPart(tx, payment, { id, amount }, true);
  if (isInWallet(payment)) await payDebt(tx, payment.user_id, `refund-back:${id}`);
}

async function bookTaxPart(
  tx: Tx,
  { invoice_id: invoice, invoice_state: state }: StoredPayment,
  { id, amount }: Pick<StoredRefund, 'id' | 'amount'>,
  back: boolean,
): Promise<void> {
  if (invoice !== null && state === 'paid') await bookTaxOfRefund(tx, { refund: id, invoice, amount: money(amount), back });
}

async function getRefund(tx: Tx, id: number, { lock = false } = {}): Promise<StoredRefund> {
  const { rows } = await sql<StoredRefund>`
    select id, payment_id, amount, reason, made_by, state, provider_id, created_at from refunds
    where company_id = ${tx.companyId} and id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

const setState = (tx: Tx, id: number, state: StoredRefund['state'], provider_id: string | null) =>
  tx.db
    .updateTable('refunds')
    .set({ state, provider_id, settled_at: state === 'pending' ? null : tx.clock() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();

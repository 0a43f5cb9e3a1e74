// Charges to a card: stored first, then asked for with a key of their own, then booked. A process may die between any two of these; the pump
// asks again with the same key, and the processor answers with the same charge.
import { sql } from 'kysely';
import { mustHaveCards, refreshCard } from '#areas/money/cards/cards.service.ts';
import { bookOf, lockWallet, payDebt, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { centsOf, type Money, money, moneyText } from '#contract/kit/money.ts';
import type { Payment } from '#contract/wallet.ts';
import type { Charge } from '#kernel/cards/cards.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import { walletJobs } from './wallet.jobs.ts';
import { countDecline, forgetDeclines, forgetTries } from './wallet.settings.ts';

export interface StoredPayment extends Omit<Payment, 'amount' | 'refunded'> {
  user_id: number;
  amount: Money;
  refunded: Money;
  customer: string;
  method: string;
  return_url: string | null;
  provider_id: string | null;
  /** The invoice that a payment of kind `invoice` pays. */
  invoice_id: number | null;
  invoice_state: 'open' | 'paid' | 'void' | null;
}

/** Milliseconds until the pump looks at a payment that is not settled. */
const lookAfter = 60_000;
/** The processor forgets its keys after a day. */
const keyMs = 23 * 3_600_000;
/** How long somebody has to confirm at their bank. */
const confirmMs = 24 * 3_600_000;

export type NewPayment = Pick<
  StoredPayment,
  'user_id' | 'kind' | 'amount' | 'description' | 'customer' | 'method' | 'card' | 'return_url'
> & {
  invoice_id?: number;
};

/** Null: a refill or a charge of the same invoice is under way. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<number | null> {
  const now = tx.clock();
  const row = await tx.db
    .insertInto('payments')
    .values({
      ...payment,
      company_id: tx.companyId,
      created_at: now,
      due_at: new Date(now.getTime() + lookAfter),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Asks the processor what has become of it, charging if it does not know it yet, and books the answer. */
export async function finishPayment(ctx: WorkCtx, id: number): Promise<void> {
  const payment = await inTenant(ctx, (tx) => getPayment(tx, id));
  if (isSettled(payment)) return;
  const charge = await askAbout(ctx, payment);
  await inTenant(ctx, (tx) => applyCharge(tx, id, charge));
  // Refused without a charge: the card may be gone at the processor, and another one pays next time.
  if (charge.state === 'failed' && !charge.id)
    await refreshCard(ctx, payment.method).catch((err) => ctx.log.warn({ err, payment: id }, 'a card was not looked at'));
}

const isSettled = ({ state }: Pick<StoredPayment, 'state'>) => state === 'succeeded' || state === 'failed';

async function askAbout(ctx: WorkCtx, payment: StoredPayment): Promise<Charge> {
  const cards = mustHaveCards(ctx.platform);
  const { companyId } = ctx.actor;
  const { id, customer, method, amount, description, provider_id, return_url, created_at } = payment;
  const age = ctx.clock().getTime() - Date.parse(created_at);
  const key = `payment:${companyId}:${id}`;
  if (provider_id) {
    const charge = await cards.findCharge(provider_id);
    if (charge.state !== 'requires_action' || age < confirmMs) return charge;
    await cards.cancelCharge(provider_id);
    return cards.findCharge(provider_id); // it may have been confirmed just now
  }
  if (age > keyMs) return (await cards.findChargeByKey(customer, key)) ?? abandoned;
  return cards.charge({
    customer,
    method,
    cents: centsOf(amount),
    description,
    key,
    metadata: { company: String(companyId), payment: String(id) },
    returnUrl: return_url && `${return_url}?payment=${id}`,
  });
}

const abandoned: Charge = { id: '', state: 'failed', actionUrl: null, failure: 'abandoned' };

/** States only move forward, and the credit has one key: any number of answers in any order end alike. */
async function applyCharge(tx: Tx, id: number, charge: Charge): Promise<void> {
  await lockWallet(tx, (await getPayment(tx, id)).user_id);
  const payment = await getPayment(tx, id, { lock: true });
  if (isSettled(payment)) return;
  const { user_id, kind, amount, card } = payment;
  await tx.db
    .updateTable('payments')
    .set({
      state: charge.state,
      provider_id: charge.id || payment.provider_id,
      action_url: charge.actionUrl,
      failure: charge.failure,
      settled_at: isSettled(charge) ? tx.clock() : null,
    })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  if (charge.state === 'succeeded') {
    if (kind === 'top_up') await forgetDeclines(tx, user_id);
    if (kind === 'refill') await forgetTries(tx, user_id);
    const [from, to] = [await bookOf(tx, 'cards'), kind === 'invoice' ? await bookOf(tx, 'plans') : await walletOf(tx, user_id)];
    await post(tx, [{ from, to, amount, kind, key: `payment:${id}`, note: payment.description || card }]);
    if (kind !== 'invoice') await payDebt(tx, user_id, `payment:${id}`);
  } else if (charge.state === 'failed' && kind === 'refill') await countDecline(tx, user_id, charge.failure ?? 'declined');
  if (isSettled(charge) && payment.invoice_id) tx.enqueue(walletJobs.invoiceSettled, { id: payment.invoice_id });
  tx.tell({ event: 'wallet.changed' }, { to: [user_id] });
}

export const paymentPump: Pump = {
  name: 'wallet.payments',
  async listDue(db, now, limit) {
    const { rows } = await sql<{ company_id: number }>`
      select company_id from payments where state in ('pending', 'requires_action') and due_at <= ${now}
      group by company_id limit ${limit}`.execute(db);
    return rows.map(({ company_id }) => company_id);
  },
  async turn(tx, limit) {
    const { rows } = await sql<{ id: number }>`
      update payments set due_at = ${new Date(tx.clock().getTime() + 5 * lookAfter)}
      where company_id = ${tx.companyId} and id in (
        select p.id from payments p
        where p.company_id = ${tx.companyId} and p.state in ('pending', 'requires_action') and p.due_at <= ${tx.clock()}
        order by p.due_at limit ${limit} for update skip locked)
      returning id`.execute(tx.db);
    for (const { id } of rows) tx.enqueue(walletJobs.finish, { id }, { key: `payment:${id}` });
    return rows.length;
  },
};

export const paymentColumns = (tx: Tx) => sql`
  p.id, p.user_id, p.kind, p.state, p.amount, p.refunded, p.description, p.card, p.customer, p.method, p.return_url, p.provider_id, p.invoice_id,
  p.action_url, p.failure, p.created_at, p.settled_at,
  (select d.state from disputes d where d.company_id = ${tx.companyId} and d.payment_id = p.id order by d.id desc limit 1) as dispute,
  (select i.number from invoices i where i.company_id = ${tx.companyId} and i.id = p.invoice_id) as invoice_number,
  (select i.state from invoices i where i.company_id = ${tx.companyId} and i.id = p.invoice_id) as invoice_state`;

/**
 * Whether its money went to the payer's wallet: what an invoice's charge paid does too where the invoice was
 * void.
 */
export const isInWallet = ({ kind, invoice_state }: Pick<StoredPayment, 'kind' | 'invoice_state'>) =>
  kind !== 'invoice' || invoice_state === 'void';

export async function getPayment(tx: Tx, id: number, { lock = false } = {}): Promise<StoredPayment> {
  if (lock) await sql`select from payments where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  const { rows } = await sql<StoredPayment>`
    select ${paymentColumns(tx)} from payments p where p.company_id = ${tx.companyId} and p.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

export async function getOwnPayment(tx: Tx, id: number): Promise<Payment> {
  const payment = await getPayment(tx, id);
  if (payment.user_id !== tx.actor.userId) throw fail('not_found');
  return presentPayment(payment);
}

export function presentPayment(payment: StoredPayment): Payment {
  const {
    id,
    kind,
    state,
    amount,
    refunded,
    description,
    card,
    action_url,
    failure,
    dispute,
    invoice_number,
    created_at,
    settled_at,
  } = payment;
  const texts = { amount: moneyText(money(amount)), refunded: moneyText(money(refunded)) };
  return { id, kind, state, ...texts, description, card, action_url, failure, dispute, invoice_number, created_at, settled_at };
}

// Asking for a refund: the row, and a hold on what it takes from the wallet, before the processor is asked.
import { sql } from 'kysely';
import { hold, lockWallet } from '#areas/money/ledger/ledger.service.ts';
import { getPayment, isInWallet } from '#areas/money/wallet/wallet.service.ts';
import { minus, moneyOf, moneyText } from '#contract/kit/money.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';

/** A refund to a card has its answer at once; the pump asks long before this. */
const holdMs = 30 * 86_400_000;
const lookAfter = 60_000;

export async function askRefund(tx: Tx, paymentId: number, asked: { amount: string; reason: string }): Promise<{ id: number }> {
  await lockWallet(tx, (await getPayment(tx, paymentId)).user_id);
  const payment = await getPayment(tx, paymentId, { lock: true });
  const amount = moneyOf(asked.amount);
  const left = minus(payment.amount, payment.refunded);
  if (payment.state !== 'succeeded') throw refused('Only what was paid can be refunded');
  // It may still be paid, or go to the wallet: one of them takes the refund.
  if (payment.invoice_state === 'open') throw refused('It is being booked: try again in a minute');
  if (payment.dispute === 'open' || payment.dispute === 'lost') throw fail('payments.disputed');
  if (amount > left) throw refused(`$${moneyText(left)} of it can still be refunded`);
  const now = tx.clock();
  const { id } = await tx.db
    .insertInto('refunds')
    .values({
      company_id: tx.companyId,
      payment_id: paymentId,
      amount,
      reason: asked.reason,
      made_by: tx.actor.userId,
      created_at: now,
      due_at: new Date(now.getTime() + lookAfter),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    update payments set refunded = refunded + ${amount} where company_id = ${tx.companyId} and id = ${paymentId}`.execute(tx.db);
  const key = holdKey(id);
  if (isInWallet(payment)) {
    const expiresAt = new Date(now.getTime() + holdMs);
    const held = await hold(tx, [{ userId: payment.user_id, amount, key, expiresAt, ownOnly: true }]);
    if (!held.has(key)) throw refused('The rest is spent: only what is still in the wallet can be refunded');
  }
  await audit(tx, {
    action: 'payments.refunded',
    of: { type: 'payment', id: paymentId },
    after: { amount: asked.amount, reason: asked.reason },
  });
  tx.tell({ event: 'wallet.changed' }, { to: [payment.user_id] });
  return { id };
}

export const holdKey = (id: number) => `refund:${id}`;

const refused = (why: string) => wrong('amount', why);

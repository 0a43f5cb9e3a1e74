// Refunds that somebody made on the processor's own page. They are booked as our own; what the payer has
// spent by then is a debt, as the money is on their card again.
import { sql } from 'kysely';
import { mustHaveCards } from '#areas/money/cards/cards.service.ts';
import { lockWallet } from '#areas/money/ledger/ledger.service.ts';
import { finishPayment, getPayment } from '#areas/money/wallet/wallet.service.ts';
import { money, moneyText } from '#contract/kit/money.ts';
import { audit } from '#kernel/audit.ts';
import type { ListedRefund } from '#kernel/cards/cards.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { finishRefund } from './refunds.settle.ts';

const reason = 'Made on the card processor’s own page';

/** All of a payment, each once: the processor's list decides, not what a call to us says. */
export async function takeForeignRefunds(ctx: WorkCtx, paymentId: number): Promise<void> {
  await finishPayment(ctx, paymentId);
  // The processor may have refused ours because of these: its answer makes room for them.
  for (const id of await inTenant(ctx, (tx) => listPending(tx, paymentId))) await finishRefund(ctx, id);
  const { provider_id } = await inTenant(ctx, (tx) => getPayment(tx, paymentId));
  if (provider_id === null) return;
  for (const refund of await mustHaveCards(ctx.platform).listRefunds(provider_id)) {
    if (refund.metadata.refund) continue;
    const id = await inTenant(ctx, (tx) => storeForeign(tx, paymentId, refund));
    if (id !== null) await finishRefund(ctx, id);
  }
}

async function listPending(tx: Tx, paymentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from refunds where company_id = ${tx.companyId} and payment_id = ${paymentId} and state = 'pending' order by id`.execute(
    tx.db,
  );
  return rows.map(({ id }) => id);
}

/** Null: no money moved. */
async function storeForeign(tx: Tx, paymentId: number, { id: providerId, state, cents }: ListedRefund): Promise<number | null> {
  await lockWallet(tx, (await getPayment(tx, paymentId)).user_id);
  const payment = await getPayment(tx, paymentId, { lock: true });
  if (payment.state !== 'succeeded') return null;
  const { rows: known } = await sql<{ id: number }>`
    select id from refunds where company_id = ${tx.companyId} and provider_id = ${providerId}`.execute(tx.db);
  if (known[0]) return known[0].id;
  if (state === 'failed') return null;
  // Whether it comes from the wallet or from the plan is known in a moment: the job tries again.
  if (payment.invoice_state === 'open') throw new Error(`payment ${paymentId} is being booked`);
  const amount = money(cents * 100);
  const now = tx.clock();
  const { id } = await tx.db
    .insertInto('refunds')
    .values({
      company_id: tx.companyId,
      payment_id: paymentId,
      amount,
      reason,
      provider_id: providerId,
      created_at: now,
      due_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    update payments set refunded = refunded + ${amount} where company_id = ${tx.companyId} and id = ${paymentId}`.execute(tx.db);
  await audit(tx, {
    action: 'payments.refunded',
    of: { type: 'payment', id: paymentId },
    after: { amount: moneyText(amount), reason },
  });
  return id;
}

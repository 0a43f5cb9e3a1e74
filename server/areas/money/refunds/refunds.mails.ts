// Tells the payer what their bank did with a payment.
import { sql } from 'kysely';
import { sendToUser } from '#areas/office/mail/mail.service.ts';
import { type Money, money, moneyText } from '#contract/kit/money.ts';
import type { DisputeState } from '#contract/walletLists.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';

const words: Record<DisputeState, { subject: string; text: (amount: string) => string }> = {
  warning: {
    subject: 'Your bank asks about a payment',
    text: (amount) => `Your bank asks us about your payment of $${amount}. Nothing is taken back so far.`,
  },
  closed: {
    subject: 'Your bank’s question about a payment is closed',
    text: (amount) => `Your bank’s question about your payment of $${amount} is closed. Nothing was taken back.`,
  },
  open: {
    subject: 'Your bank took a payment back',
    text: (amount) =>
      `Your bank took your payment of $${amount} back, because it was reported as not right. We took the same amount from your wallet. What the wallet did not cover is owed, and nothing can be spent until it is paid.`,
  },
  lost: {
    subject: 'Your bank keeps a payment that it took back',
    text: (amount) => `Your bank decided: the payment of $${amount} stays taken back.`,
  },
  won: {
    subject: 'Your bank gave a payment back',
    text: (amount) => `Your bank gave the payment of $${amount} back to us, and it is in your wallet again.`,
  },
};

export async function mailDispute(ctx: WorkCtx, { id }: { id: number }): Promise<void> {
  const dispute = await inTenant(ctx, (tx) => findDispute(tx, id));
  if (!dispute) return;
  const { subject, text } = words[dispute.state];
  await sendToUser(ctx, dispute.user_id, {
    subject,
    heading: subject,
    paragraphs: [
      text(moneyText(money(dispute.amount))),
      'The automatic refill is paused. The wallet shows where you stand.',
    ].slice(0, dispute.state === 'open' ? 2 : 1),
    action: { label: 'Open the wallet', path: '/wallet' },
    because: 'it was your card that paid.',
  });
}

async function findDispute(tx: Tx, id: number) {
  const { rows } = await sql<{ user_id: number; amount: Money; state: DisputeState }>`
    select user_id, amount, state from disputes where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  return rows[0] ?? null;
}

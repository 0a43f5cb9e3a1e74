// Tells the payer what their bank did with a payment.
import { sql } from 'kysely';
import { sendToUser } from '#areas/company/mail/mail.service.ts';
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

/** The next credit may have paid it by now: the mail says what was owed then. */
export async function mailOwed(ctx: WorkCtx, { id }: { id: number }): Promise<void> {
  const refund = await inTenant(ctx, (tx) => findOwedOf(tx, id));
  if (!refund) return;
  const [amount, owed] = [moneyText(money(refund.amount)), moneyText(money(refund.owed))];
  await sendToUser(ctx, refund.user_id, {
    subject: 'A payment went back to your card',
    heading: 'A payment went back to your card',
    paragraphs: [
      `$${amount} of your payment went back to your card. You had spent $${owed} of it already, so you owe this amount.`,
      'Nothing of your wallet can be spent until your next top-up pays it.',
    ],
    action: { label: 'Open the wallet', path: '/wallet' },
    because: 'it was your card that paid.',
  });
}

async function findOwedOf(tx: Tx, id: number) {
  const { rows } = await sql<{ user_id: number; amount: Money; owed: Money }>`
    select p.user_id, r.amount, t.amount as owed
    from refunds r
      join payments p on p.company_id = ${tx.companyId} and p.id = r.payment_id
      join ledger_transfers t on t.company_id = ${tx.companyId} and t.key = 'refund:' || r.id || '/debt'
    where r.company_id = ${tx.companyId} and r.id = ${id}`.execute(tx.db);
  return rows[0] ?? null;
}

async function findDispute(tx: Tx, id: number) {
  const { rows } = await sql<{ user_id: number; amount: Money; state: DisputeState }>`
    select user_id, amount, state from disputes where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  return rows[0] ?? null;
}

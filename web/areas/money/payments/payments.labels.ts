// Words about money that goes back.
import type { CompanyPayment, Refund } from '#contract/payments.ts';
import type { PaymentShow } from '#contract/walletLists.ts';
import type { Zone } from '#ui/moments.ts';
import { dayIn } from '#ui/moments.ts';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';

export const showWords: Record<PaymentShow, string> = {
  all: 'Everything',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

/** The processor's word for why the holder of the card complained; others are shown as “another reason”. */
const reasons: Record<string, string> = {
  fraudulent: 'they say that they did not pay this',
  product_not_received: 'they say that they got nothing for it',
  product_unacceptable: 'they say that it was not as described',
  duplicate: 'they say that they paid twice',
  credit_not_processed: 'they say that a refund is missing',
  subscription_canceled: 'they say that they had cancelled',
  unrecognized: 'they do not recognize the payment',
};

/** The bank's action, in a sentence. */
export function sayDispute({ state, amount, reason, answer_by }: NonNullable<CompanyPayment['dispute']>, zone: Zone): string {
  const sum = dollarsOf(amount);
  const why = reasons[reason] ?? 'another reason';
  const until = answer_by ? ` Answer at the card processor until ${dayIn(zone, answer_by)}.` : '';
  if (state === 'warning') return `The bank asks about ${sum}: ${why}. Nothing is taken so far.${until}`;
  if (state === 'open') return `The bank took ${sum} back: ${why}.${until}`;
  if (state === 'lost') return `The bank took ${sum} back for good: ${why}.`;
  if (state === 'won') return `The bank took ${sum} back and gave it back again.`;
  return `The bank asked about ${sum} and took nothing.`;
}

export function sayRefund({ state, amount, owed, reason, by, created_at }: Refund, zone: Zone): string {
  const what = `${dollarsOf(amount)} on ${dayIn(zone, created_at)}${by ? ` by ${by.name}` : ''}: ${reason}`;
  if (state === 'pending') return `Refund under way: ${what}`;
  if (state === 'failed') return `Refund that the bank sent back: ${what}`;
  const debt = owed === '0.00' ? '' : `. ${dollarsOf(owed)} of it was spent: the payer owes it, and their next top-up pays it`;
  return `Refunded ${what}${debt}`;
}

// Words and amounts of the wallet.
import type { Decline, TransactionFilter, TransactionKind, UsageType } from '#contract/walletLists.ts';
import type { Tone } from '#ui/Dot.tsx';

/** `$1,204.50`; `-$0.015`. */
export function dollarsOf(amount: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.(\d+)$/.exec(amount) ?? [];
  return `${sign && '−'}$${Number(whole).toLocaleString('en-US')}.${fraction}`;
}

/** In whole cents, rounded down, as a balance is shown. */
export const balanceOf = (amount: string) => dollarsOf(amount.replace(/(\.\d\d)\d+$/, '$1'));

export const usageWords: Record<UsageType, string> = {
  sms: 'Text',
  mms: 'Text with a picture',
  call: 'Minute of a call',
  phone_number: 'Phone number, a month',
  phone_check: 'Check of a phone',
};

export const kindWords: Record<TransactionKind, string> = {
  top_up: 'Top-up',
  refill: 'Automatic refill',
  usage: 'Use',
  allocate: 'Given',
  reclaim: 'Taken back',
  invoice: 'Plan',
  adjustment: 'Correction',
  refund: 'Refund to the card',
  dispute: 'Taken back by the bank',
  debt: 'Debt paid',
};

export const filterWords: Record<TransactionFilter | 'all', string> = {
  all: 'Everything',
  in: 'Money in',
  out: 'Money out',
  top_up: 'Top-ups',
  usage: 'Use',
  allocation: 'Given and taken back',
};

export const declineWords: Record<Decline, string> = {
  declined: 'The bank declined the card. Ask your bank, or use another card.',
  no_funds: 'The card does not cover the amount. Try a smaller one, or use another card.',
  expired: 'The card has expired. Connect a new one.',
  lost: 'The bank does not accept this card any more. Connect another one.',
  authentication: 'The payment was not confirmed at your bank.',
  abandoned: 'The payment was not confirmed in time. Nothing was charged.',
  no_card: 'There is no card to charge. Connect one.',
  disputed: 'Your bank took a payment back.',
};

export const stateWords = { pending: 'Under way', requires_action: 'Waits for your bank', succeeded: 'Paid', failed: 'Failed' };
export const stateTones: Record<keyof typeof stateWords, Tone> = {
  pending: 'blue',
  requires_action: 'yellow',
  succeeded: 'green',
  failed: 'red',
};

const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', discover: 'Discover' };
/** `Visa ending in 4242` */
export const cardWords = (brand: string, last4: string) => `${brands[brand] ?? 'Card'} ending in ${last4}`;
export const cardOf = (text: string) => cardWords(...(text.split(' ') as [string, string]));

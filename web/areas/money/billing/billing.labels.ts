import type { Billing, FailedPayment } from '#contract/billing.ts';
import type { Product } from '#contract/planLists.ts';

export const productNames: Record<FailedPayment['product'], string> = {
  account: 'Account',
  texting: 'Texting',
  dialer: 'Dialer',
  max_plus: 'Max Plus',
  wallet: 'Wallet',
};

/** In a sentence: “The payment for texting failed.” */
export const forWords: Record<FailedPayment['product'], string> = {
  account: 'your account',
  texting: 'texting',
  dialer: 'the dialer',
  max_plus: 'Max Plus',
  wallet: 'the refill of your wallet',
};

/** The effect of a missing payment. */
export const stopWords: Record<Product, string> = {
  account: 'nobody can work here',
  texting: 'texting stops',
  dialer: 'the dialer stops',
  max_plus: 'Max Plus stops',
};

export const invoiceWords = { open: 'Not paid', paid: 'Paid', void: 'Failed' } as const;
export const invoiceTones = { open: 'red', paid: 'green', void: 'gray' } as const;

/** The type of the plan on screen: of the one in use that the user changes; else an administrator chooses for the company. */
export function typeOf({ account, mine, can }: Pick<Billing, 'mine' | 'can'> & { account: TypedAccount | null }) {
  return (account && mine ? account.type === 'company' : can.company) ? 'company' : 'personal';
}

type TypedAccount = Pick<NonNullable<Billing['account']>, 'type'>;

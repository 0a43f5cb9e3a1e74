// Money is a whole number of ten-thousandths of a dollar, as a text costs less than a cent. On the wire it is a decimal string.
import { dollars, tenThousandths } from './formats.ts';

declare const unit: unique symbol;
/** Whole ten-thousandths of a dollar. Below 900 billion dollars, every sum of them is exact. */
export type Money = number & { readonly [unit]: 'ten-thousandths of a dollar' };

/** Throws for a number that is not whole, or too large to be exact. */
export function money(value: number): Money {
  if (!Number.isSafeInteger(value)) throw new RangeError('money is a whole number of ten-thousandths');
  return value as Money;
}

export const moneyOf = (decimal: string): Money => money(tenThousandths(decimal));

export const moneyText = (amount: Money): string => (amount < 0 ? `-${dollars(-amount)}` : dollars(amount));

export const plus = (...amounts: Money[]): Money => money(amounts.reduce((sum, amount) => sum + amount, 0));
export const minus = (from: Money, amount: Money): Money => money(from - amount);
export const times = (price: Money, quantity: number): Money => money(price * quantity);

/** Only whole cents can be charged to a card. */
export const centsOf = (amount: Money): number => {
  if (amount % 100 !== 0) throw new RangeError('this is no whole number of cents');
  return amount / 100;
};

/** The card processor charges no less (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const leastCharge = moneyOf('0.50');

/** Of the days left of a month: what is too little to be charged costs nothing. */
export const dueToday = (amount: Money): Money => (amount < leastCharge ? money(0) : amount);

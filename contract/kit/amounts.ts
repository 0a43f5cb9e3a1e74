// Amounts of money as calls carry them. Apart from the arithmetic, which the browser has too.
import { z } from 'zod';
import { isDecimalMoney } from './formats.ts';
import { moneyOf } from './money.ts';

/** An answer's amount: a decimal string, negative where money left. */
export const MoneyText = z.string().regex(/^-?\d+\.\d{2,4}$/);

/** The amount that the caller was shown, sent back: no longer than what can be exact. */
export const ShownAmount = z.string().regex(/^\d{1,9}\.\d{2,4}$/, 'Send the amount that you were shown');

/** An amount in whole cents that somebody types, between two amounts. */
export const Dollars = (least: string, most: string) =>
  z
    .string()
    .trim()
    .max(20)
    .refine(
      (text) => isDecimalMoney(text) && moneyOf(text) >= moneyOf(least) && moneyOf(text) <= moneyOf(most),
      `Enter an amount from $${least} to $${most}`,
    );

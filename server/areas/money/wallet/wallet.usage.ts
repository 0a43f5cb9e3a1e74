// What use costs, and charging it. One list of dated prices serves estimates, the price list and charges.
import { sql } from 'kysely';
import { hold, release, settle, spend } from '#areas/money/ledger/ledger.service.ts';
import { type Money, times } from '#contract/kit/money.ts';
import type { UsageType } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { Failure } from '#kernel/errors.ts';
import { watchBalance } from './wallet.refill.ts';

const books = { sms: 'texts', mms: 'texts', phone_check: 'texts', call: 'calls', phone_number: 'numbers' } as const;

interface Price {
  usage_type: UsageType;
  price: Money;
  effective_from: string;
}

/** Of today. */
export async function listPrices(tx: Tx): Promise<Price[]> {
  const { rows } = await sql<Price>`
    select distinct on (usage_type) usage_type, price, effective_from from usage_prices
    where effective_from <= ${tx.clock().toISOString().slice(0, 10)}::date order by usage_type, effective_from desc`.execute(
    tx.db,
  );
  return rows;
}

export async function priceOf(tx: Tx, usageType: UsageType): Promise<Money> {
  const found = (await listPrices(tx)).find(({ usage_type }) => usage_type === usageType);
  if (!found) throw new Error(`there is no price of ${usageType}`);
  return found.price;
}

interface Usage {
  userId: number;
  usageType: UsageType;
  quantity: number;
  /** The same key is charged once. */
  key: string;
  note?: string;
  corporationId?: number | null;
}

/** Charges use at today's price, from allowances first. Throws `wallet.insufficient_funds`, and then nothing is charged. */
export async function chargeUsage(tx: Tx, { usageType, quantity, ...usage }: Usage): Promise<void> {
  const amount = times(await priceOf(tx, usageType), quantity);
  const isNew = await spend(tx, { ...usage, usageType, quantity, amount, book: books[usageType] });
  if (isNew) await watchBalance(tx, usage.userId);
  tx.tell({ event: 'wallet.changed' }, { to: [usage.userId] });
}

/** Before use whose quantity is not sure yet. False where the wallet does not cover it. */
export async function holdUsage(
  tx: Tx,
  { userId, usageType, quantity, key, expiresAt }: Omit<Usage, 'note' | 'corporationId'> & { expiresAt: Date },
): Promise<boolean> {
  try {
    await hold(tx, { userId, amount: times(await priceOf(tx, usageType), quantity), key, expiresAt });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'wallet.insufficient_funds') return false;
    throw error;
  }
}

/** Charges what was used of a hold, at the price of the hold's day at most; the rest can be spent again. */
export async function settleUsage(tx: Tx, { usageType, quantity, ...usage }: Usage): Promise<void> {
  const amount = times(await priceOf(tx, usageType), quantity);
  await settle(tx, { ...usage, usageType, quantity, amount, book: books[usageType] });
  await watchBalance(tx, usage.userId);
  tx.tell({ event: 'wallet.changed' }, { to: [usage.userId] });
}

export const releaseUsage = (tx: Tx, key: string): Promise<boolean> => release(tx, key);

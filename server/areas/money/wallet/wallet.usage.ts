// The costs of usage, and charging it. One list of dated prices serves estimates, the price list and charges.
import { sql } from 'kysely';
import { hold, release, settle, spend } from '#areas/money/ledger/ledger.service.ts';
import { type Money, times } from '#contract/kit/money.ts';
import type { UsageType } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
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

export const priceOf = async (tx: Tx, usageType: UsageType): Promise<Money> => (await costOfUse(tx))({ usageType, quantity: 1 });

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
  const amount = (await costOfUse(tx))({ usageType, quantity });
  const isNew = await spend(tx, { ...usage, usageType, quantity, amount, book: books[usageType] });
  if (isNew) await watchBalance(tx, usage.userId);
  tx.tell({ event: 'wallet.changed' }, { to: [usage.userId] });
}

/** Before use whose quantity is not sure yet. False where the wallet does not cover it. */
export const holdUsage = async (tx: Tx, use: HeldUse): Promise<boolean> => (await holdUsages(tx, [use])).has(use.key);

type HeldUse = Omit<Usage, 'note' | 'corporationId'> & { expiresAt: Date };

/** Of many in one set of statements. Answers the keys that are held: where there is too little for all, those that come first. */
export async function holdUsages(tx: Tx, uses: readonly HeldUse[]): Promise<Set<string>> {
  if (uses.length === 0) return new Set();
  const costOf = await costOfUse(tx);
  return hold(
    tx,
    uses.map((use) => ({ ...use, amount: costOf(use) })),
  );
}

/** Charges what was used of a hold, at the price of the hold's day at most; the rest can be spent again. */
export const settleUsage = (tx: Tx, use: Usage): Promise<void> => settleUsages(tx, [use]);

/** Of many in one set of statements. */
export async function settleUsages(tx: Tx, uses: readonly Usage[]): Promise<void> {
  if (uses.length === 0) return;
  const costOf = await costOfUse(tx);
  await settle(
    tx,
    uses.map(({ userId: _, ...use }) => ({ ...use, amount: costOf(use), book: books[use.usageType] })),
  );
  const payers = [...new Set(uses.map(({ userId }) => userId))];
  for (const userId of payers) await watchBalance(tx, userId);
  tx.tell({ event: 'wallet.changed' }, { to: payers });
}

export const releaseUsages = async (tx: Tx, keys: readonly string[]): Promise<void> => void (await release(tx, keys));
export const releaseUsage = (tx: Tx, key: string): Promise<void> => releaseUsages(tx, [key]);

/** Of today. */
export async function costOfUse(tx: Tx): Promise<(use: Pick<Usage, 'usageType' | 'quantity'>) => Money> {
  const prices = new Map((await listPrices(tx)).map(({ usage_type, price }) => [usage_type, price]));
  return ({ usageType, quantity }) => {
    const price = prices.get(usageType);
    if (price === undefined) throw new Error(`there is no price of ${usageType}`);
    return times(price, quantity);
  };
}

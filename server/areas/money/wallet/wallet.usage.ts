// What use costs, and charging it. One list of dated prices serves estimates, the price list and charges.
import { sql } from 'kysely';
import { spend } from '#areas/money/ledger/ledger.service.ts';
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

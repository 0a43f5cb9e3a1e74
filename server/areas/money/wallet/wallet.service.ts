// The wallet of the signed-in user, and what a payer gives to others.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { listCards } from '#areas/money/cards/cards.service.ts';
import {
  type Account,
  allowanceOf,
  availableOf,
  findOwed,
  listPurses,
  payDebt,
  post,
  walletOf,
} from '#areas/money/ledger/ledger.service.ts';
import { type Money, minus, money, moneyOf, moneyText, times } from '#contract/kit/money.ts';
import type { Wallet } from '#contract/wallet.ts';
import type { UsageType } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { isAny } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { watchBalance } from './wallet.refill.ts';
import { getRefillSettings, saveRefillSettings } from './wallet.settings.ts';
import { listPrices, priceOf } from './wallet.usage.ts';

export { walletJobs } from './wallet.jobs.ts';
export {
  finishPayment,
  getOwnPayment,
  getPayment,
  insertPayment,
  isInWallet,
  paymentColumns,
  presentPayment,
  type StoredPayment,
} from './wallet.payments.ts';
export { pauseRefills } from './wallet.settings.ts';
export {
  chargeUsage,
  costOfUse,
  holdUsage,
  holdUsages,
  priceOf,
  releaseUsage,
  releaseUsages,
  settleUsage,
  settleUsages,
} from './wallet.usage.ts';

export async function getWallet(tx: Tx): Promise<Wallet> {
  const { userId } = tx.actor;
  const purses = await listPurses(tx, userId);
  const available = availableOf(purses);
  const sum = (part: (purse: Account) => number) => money(purses.reduce((total, purse) => total + part(purse), 0));
  const { enabled, threshold, amount, paused } = await getRefillSettings(tx, userId);
  const [card] = await listCards(tx);
  const spent = await spentLately(tx, purses);
  return {
    balance: moneyText(sum(({ balance }) => balance)),
    available: moneyText(available),
    held: moneyText(sum(({ held }) => held)),
    own: moneyText(sum(({ kind, balance }) => (kind === 'wallet' ? balance : 0))),
    allowance: moneyText(sum(({ kind, balance }) => (kind === 'allowance' ? balance : 0))),
    owed: moneyText(await findOwed(tx, userId)),
    days_left: spent > 0 ? Math.floor((available * 30) / spent) : null,
    auto_refill: { enabled, threshold: moneyText(threshold), amount: moneyText(amount), paused },
    card: card?.is_default ? card : null,
    allocated: await listAllocated(tx),
    can: { allocate: tx.actor.has('wallet.allocate') },
  };
}

/** In the last 30 days, on use. */
async function spentLately(tx: Tx, purses: readonly Account[]): Promise<number> {
  const { rows } = await sql<{ amount: number | null }>`
    select sum(amount)::bigint as amount from ledger_transfers
    where company_id = ${tx.companyId} and ${isAny(
      'from_id',
      purses.map(({ id }) => id),
    )} and kind = 'usage'
      and made_at > ${new Date(tx.clock().getTime() - 30 * 86_400_000)}`.execute(tx.db);
  return rows[0]?.amount ?? 0;
}

/** At most 500 people who still have something of it. */
async function listAllocated(tx: Tx): Promise<Wallet['allocated']> {
  const { rows } = await sql<{ id: number; name: string; balance: Money }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, a.balance
    from ledger_accounts a join users u on u.company_id = ${tx.companyId} and u.id = a.user_id
    where a.company_id = ${tx.companyId} and a.payer_id = ${tx.actor.userId} and a.balance > 0
    order by u.last_name, u.first_name, u.id limit 500`.execute(tx.db);
  return rows.map(({ balance, ...user }) => ({ user, amount: moneyText(balance) }));
}

export async function updateSettings(
  tx: Tx,
  { enabled, threshold, amount }: { enabled: boolean; threshold: string; amount: string },
): Promise<Wallet> {
  const { userId } = tx.actor;
  await saveRefillSettings(tx, userId, { enabled, threshold: moneyOf(threshold), amount: moneyOf(amount) });
  await watchBalance(tx, userId);
  tx.tell({ event: 'wallet.changed' }, { to: [userId] });
  return getWallet(tx);
}

/** To the actor, without what is held. */
export const availableTo = async (tx: Tx): Promise<Money> => availableOf(await listPurses(tx, tx.actor.userId));

export async function estimateCost(tx: Tx, { usageType, quantity }: { usageType: UsageType; quantity: number }) {
  const price = await priceOf(tx, usageType);
  const cost = times(price, quantity);
  const available = await availableTo(tx);
  return {
    usageType,
    quantity,
    unit_price: moneyText(price),
    cost: moneyText(cost),
    available: moneyText(available),
    covered: available >= cost,
  };
}

export async function listUsagePrices(tx: Tx) {
  const prices = await listPrices(tx);
  return { data: prices.map((row) => ({ ...row, price: moneyText(row.price) })) };
}

/** From the own money alone: what somebody else gave is not passed on. */
export async function allocate(tx: Tx, asked: { user_ids: number[]; amount: string }): Promise<Wallet> {
  const ids = distinct(asked.user_ids);
  await mustReachPeople(tx, ids);
  const amount = moneyOf(asked.amount);
  const from = await walletOf(tx, tx.actor.userId);
  const transfers = [];
  for (const id of ids) {
    const to = await allowanceOf(tx, id, tx.actor.userId);
    transfers.push({ from, to, amount, kind: 'allocate' as const, key: `allocate:${randomUUID()}` });
  }
  await post(tx, transfers);
  // After it, as it locked the wallet: a bank that takes money back waits.
  if ((await findOwed(tx, tx.actor.userId)) > 0) throw fail('wallet.owed');
  await watchBalance(tx, tx.actor.userId);
  tx.tell({ event: 'wallet.changed' }, { to: [tx.actor.userId, ...ids] });
  return getWallet(tx);
}

/** Only what is left of it, and not held: never a user's own money. */
export async function reclaim(tx: Tx, asked: { user_ids: number[] }): Promise<Wallet> {
  const ids = distinct(asked.user_ids);
  const to = await walletOf(tx, tx.actor.userId);
  const { rows } = await sql<Account & { user_id: number }>`
    select id, kind, balance, held, payer_id, user_id from ledger_accounts
    where company_id = ${tx.companyId} and payer_id = ${tx.actor.userId} and ${isAny('user_id', ids)}
    order by id for no key update`.execute(tx.db);
  if (rows.length < ids.length) throw wrong('user_ids', 'You gave nothing to this person');
  const transfers = rows.flatMap((from) => {
    const amount = minus(from.balance, from.held);
    return amount > 0 ? [{ from, to, amount, kind: 'reclaim' as const, key: `reclaim:${randomUUID()}` }] : [];
  });
  await post(tx, transfers);
  if (transfers[0]) await payDebt(tx, tx.actor.userId, transfers[0].key);
  tx.tell({ event: 'wallet.changed' }, { to: [tx.actor.userId, ...ids] });
  return getWallet(tx);
}

const distinct = (ids: number[]) => [...new Set(ids)];

/** Active people in the actor's reach, and not the actor. */
async function mustReachPeople(tx: Tx, ids: number[]): Promise<void> {
  const reach = await reachOfActor(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) from users u where u.company_id = ${tx.companyId} and ${isAny('u.id', ids)} and u.active
      and u.id <> ${tx.actor.userId} and ${reach.company ? sql`true` : isAny('u.id', reach.ownerIds)}`.execute(tx.db);
  if (rows[0]?.count !== ids.length) throw wrong('user_ids', 'You can give money only to people below you');
}

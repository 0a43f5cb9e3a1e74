// A user's debt. Money that a bank or the processor gives back to the card comes from the wallet first; the
// rest is a debt, and until the next credit pays it, nothing is spent.
import { sql } from 'kysely';
import { type Money, money } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';
import { bookOf, debtOf, lockPurses, lockWallet, walletOf } from './ledger.accounts.ts';
import { post, type Transfer } from './ledger.post.ts';

type About = Pick<Transfer, 'key' | 'note'> & { kind: 'dispute' | 'refund' };

/**
 * To the book of cards. Call it once for a key: a second time, the wallet may hold something else. `owed`:
 * what the wallet did not cover.
 */
export async function takeBack(tx: Tx, userId: number, amount: Money, { key, ...about }: About): Promise<{ owed: Money }> {
  await lockWallet(tx, userId);
  const [wallet, debt, to] = [await walletOf(tx, userId), await debtOf(tx, userId), await bookOf(tx, 'cards')];
  const own = Math.min(amount, Math.max(0, wallet.balance - wallet.held));
  await post(
    tx,
    [
      { from: wallet, to, amount: money(own), key: `${key}/wallet`, ...about },
      { from: debt, to, amount: money(amount - own), key: `${key}/debt`, ...about },
    ].filter((transfer) => transfer.amount > 0),
  );
  return { owed: money(amount - own) };
}

export async function findOwed(tx: Tx, userId: number): Promise<Money> {
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_accounts where company_id = ${tx.companyId} and user_id = ${userId} and kind = 'debt'`.execute(
    tx.db,
  );
  return money(-(rows[0]?.balance ?? 0));
}

/** After every credit to a wallet. `key`: the credit's. */
export async function payDebt(tx: Tx, userId: number, key: string): Promise<void> {
  const purses = await lockPurses(tx, [userId]);
  if (!purses.get(userId)?.some(({ frozen }) => frozen)) return;
  const [wallet, debt] = [await walletOf(tx, userId), await debtOf(tx, userId)];
  const amount = money(Math.max(0, Math.min(-debt.balance, wallet.balance - wallet.held)));
  if (amount > 0) await post(tx, [{ from: wallet, to: debt, amount, kind: 'debt', key: `debt:${key}` }]);
}

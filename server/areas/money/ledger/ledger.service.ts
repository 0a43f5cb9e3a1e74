// The ledger: who has how much, and how it moves. Every other area of money goes through here.
import type { Tx } from '#kernel/context.ts';
import { type Finding, reconcile } from './ledger.reconcile.ts';

export { type Account, allowanceOf, availableOf, bookOf, debtOf, listPurses, lockWallet, walletOf } from './ledger.accounts.ts';
export { findOwed, payDebt, takeBack } from './ledger.debt.ts';
export { post } from './ledger.post.ts';
export { hold, release, settle, spend } from './ledger.spend.ts';

export const reconcileCompany = async (tx: Tx): Promise<{ data: Finding[]; checked_at: string }> => {
  const now = tx.clock();
  return { data: await reconcile(tx.db, tx.companyId, now), checked_at: now.toISOString() };
};

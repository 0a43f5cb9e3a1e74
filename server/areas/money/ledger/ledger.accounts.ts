// Accounts of the ledger. A user has a wallet, and an allowance from each payer; the company's books are where money comes from and goes.
import { sql } from 'kysely';
import { type Money, money } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';

export type Book = 'cards' | 'texts' | 'calls' | 'numbers' | 'plans' | 'store' | 'adjustments' | 'taxes';

export interface Account {
  id: number;
  kind: Book | 'wallet' | 'allowance' | 'debt';
  balance: Money;
  held: Money;
  payer_id: number | null;
  /** Its owner has a debt, so nothing of it is spent. */
  frozen?: boolean;
}

/** Only what people own or owe has a balance: a book is read from its transfers. */
export const isStored = ({ kind }: Pick<Account, 'kind'>) => kind === 'wallet' || kind === 'allowance' || kind === 'debt';

export const bookOf = (tx: Tx, kind: Book): Promise<Account> => openAccount(tx, kind, null, null);
export const walletOf = (tx: Tx, userId: number): Promise<Account> => openAccount(tx, 'wallet', userId, null);
/** Below zero: what a bank took back and the wallet did not cover. */
export const debtOf = (tx: Tx, userId: number): Promise<Account> => openAccount(tx, 'debt', userId, null);
export const allowanceOf = (tx: Tx, userId: number, payerId: number): Promise<Account> =>
  openAccount(tx, 'allowance', userId, payerId);

async function openAccount(tx: Tx, kind: Account['kind'], userId: number | null, payerId: number | null): Promise<Account> {
  const found = await findAccount(tx, kind, userId, payerId);
  if (found) return found;
  await sql`
    insert into ledger_accounts (company_id, kind, user_id, payer_id) values (${tx.companyId}, ${kind}, ${userId}, ${payerId})
    on conflict do nothing`.execute(tx.db);
  const made = await findAccount(tx, kind, userId, payerId);
  if (!made) throw new Error('an account that was just opened is not there');
  return made;
}

async function findAccount(tx: Tx, kind: string, userId: number | null, payerId: number | null): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select id, kind, balance, held, payer_id from ledger_accounts
    where company_id = ${tx.companyId} and kind = ${kind} and user_id is not distinct from ${userId}::bigint
      and payer_id is not distinct from ${payerId}::bigint`.execute(tx.db);
  return rows[0] ?? null;
}

/** The accounts that a user can spend from, in the order of spending: allowances, the oldest first, then the own wallet. */
export const listPurses = async (tx: Tx, userId: number): Promise<Account[]> =>
  (await pursesOf(tx, [userId], false)).get(userId) ?? [];

/** The same of each of these users, held until the transaction ends. */
export const lockPurses = (tx: Tx, userIds: readonly number[]): Promise<Map<number, Account[]>> => pursesOf(tx, userIds, true);

async function pursesOf(tx: Tx, userIds: readonly number[], lock: boolean): Promise<Map<number, Account[]>> {
  const { rows } = await sql<Account & { user_id: number }>`
    select id, kind, balance, held, payer_id, user_id from ledger_accounts
    where company_id = ${tx.companyId} and user_id = any(${userIds}::bigint[])
    order by id ${lock ? sql`for no key update` : sql``}`.execute(tx.db);
  const owing = new Set(rows.filter(({ kind, balance }) => kind === 'debt' && balance < 0).map(({ user_id }) => user_id));
  return Map.groupBy(
    rows
      .filter(({ kind }) => kind !== 'debt')
      .map((row) => ({ ...row, frozen: owing.has(row.user_id) }))
      .toSorted((one, other) => Number(one.kind === 'wallet') - Number(other.kind === 'wallet')),
    ({ user_id }) => user_id,
  );
}

/** Held until the transaction ends, before any row of what it pays for. */
export async function lockWallet(tx: Tx, userId: number): Promise<void> {
  await walletOf(tx, userId);
  await lockPurses(tx, [userId]);
}

/** Nothing while there is a debt. */
export const availableOf = (purses: readonly Account[]): Money =>
  money(purses.reduce((sum, { balance, held, frozen }) => sum + (frozen ? 0 : balance - held), 0));

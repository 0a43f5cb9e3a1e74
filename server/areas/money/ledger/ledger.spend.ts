// Spending from all that a user has, and holding it first where nobody knows yet what it will come to.
import { sql } from 'kysely';
import { type Money, money } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { type Account, availableOf, type Book, bookOf, lockPurses } from './ledger.accounts.ts';
import { payDebt } from './ledger.debt.ts';
import { changeAccounts, post, type Transfer } from './ledger.post.ts';

interface Spending extends Pick<Transfer, 'key' | 'note' | 'usageType' | 'quantity' | 'corporationId'> {
  userId: number;
  amount: Money;
  book: Book;
}

/** Once for a key. False where it has happened before. */
export async function spend(tx: Tx, { userId, amount, book, key, ...about }: Spending): Promise<boolean> {
  const purses = (await lockPurses(tx, [userId])).get(userId) ?? [];
  const before = await spentWith(
    tx,
    purses.map((purse) => partKey(key, purse)),
  );
  if (before !== null) {
    if (before !== amount) throw fail('money.key_reused');
    return false;
  }
  const parts = split(purses, amount);
  const to = await bookOf(tx, book);
  await post(
    tx,
    parts.map(({ from, amount }) => ({ from, to, amount, kind: 'usage', key: partKey(key, from), ...about })),
  );
  return true;
}

const partKey = (key: string, { id }: Pick<Account, 'id'>) => `${key}/${id}`;

/** In the order of the purses; throws where they do not cover it. */
function split(purses: readonly Account[], amount: Money): { from: Account; amount: Money }[] {
  if (amount <= 0) throw new RangeError('an amount is more than nothing');
  if (availableOf(purses) < amount) throw fail('wallet.insufficient_funds');
  let rest: number = amount;
  return purses.flatMap((from) => {
    const part = Math.min(rest, from.balance - from.held);
    rest -= part;
    return part > 0 ? [{ from, amount: money(part) }] : [];
  });
}

async function spentWith(tx: Tx, keys: string[]): Promise<number | null> {
  const { rows } = await sql<{ amount: number | null }>`
    select sum(amount)::bigint as amount from ledger_transfers
    where company_id = ${tx.companyId} and key = any(${keys}::text[])`.execute(tx.db);
  return rows[0]?.amount ?? null;
}

interface Holding {
  userId: number;
  amount: Money;
  key: string;
  /** From the own money alone, not from allowances. */
  ownOnly?: boolean;
  /** Then somebody must ask what has become of it; it is never released because time has passed. */
  expiresAt: Date;
}

/**
 * Each once for its key. Nobody else spends it until it is settled or released. Answers the keys that are
 * held: where there is too little for all, those that come first.
 */
export async function hold(tx: Tx, holdings: readonly Holding[]): Promise<Set<string>> {
  if (holdings.length === 0) return new Set();
  const purses = await lockPurses(tx, [...new Set(holdings.map(({ userId }) => userId))]);
  const before = Map.groupBy(
    await listHolds(
      tx,
      holdings.map(({ key }) => key),
    ),
    ({ key }) => key,
  );
  const covered = new Set<string>();
  const parts: (Pick<Holding, 'key' | 'amount' | 'expiresAt'> & { accountId: number })[] = [];
  for (const { userId, amount, key, expiresAt, ownOnly } of holdings) {
    const [all, stored] = [purses.get(userId) ?? [], before.get(key)];
    const own = ownOnly ? all.filter(({ kind }) => kind === 'wallet') : all;
    if (stored && sumOf(stored) !== amount) throw fail('money.key_reused');
    if (!stored && availableOf(own) < amount) continue;
    covered.add(key);
    for (const { from, amount: part } of stored ? [] : split(own, amount)) {
      from.held = money(from.held + part);
      parts.push({ key, amount: part, expiresAt, accountId: from.id });
    }
  }
  if (parts.length === 0) return covered;
  await sql`
    insert into ledger_holds (company_id, account_id, amount, key, expires_at, made_at)
    select ${tx.companyId}, p.*, ${tx.clock()}
    from unnest(${parts.map(({ accountId }) => accountId)}::bigint[], ${parts.map(({ amount }) => amount)}::bigint[],
      ${parts.map(({ key }) => key)}::text[], ${parts.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]) p
    on conflict do nothing`.execute(tx.db);
  await changeAccounts(tx, new Map(), sumByAccount(parts));
  return covered;
}

interface Hold {
  id: number;
  account_id: number;
  user_id: number;
  kind: Account['kind'];
  key: string;
  amount: number;
}

async function listHolds(tx: Tx, keys: readonly string[]): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select h.id, h.account_id, a.user_id, a.kind, h.key, h.amount from ledger_holds h
    join ledger_accounts a on a.company_id = ${tx.companyId} and a.id = h.account_id
    where h.company_id = ${tx.companyId} and h.key = any(${keys}::text[]) order by (a.kind = 'wallet'), h.id`.execute(tx.db);
  return rows;
}

interface Settling extends Pick<Transfer, 'note' | 'usageType' | 'quantity' | 'corporationId'> {
  key: string;
  /** At most what was held. The rest can be spent again. */
  amount: Money;
  book: Book;
}

/** Each once. Answers the keys that were open: others are settled or released already. */
export async function settle(tx: Tx, settlings: readonly Settling[]): Promise<Set<string>> {
  if (settlings.length === 0) return new Set();
  const books = new Map<Book, Account>();
  for (const { book } of settlings) if (!books.has(book)) books.set(book, await bookOf(tx, book));
  const { holds: all, owing } = await closeHolds(
    tx,
    settlings.map(({ key }) => key),
    'settled',
  );
  const closed = Map.groupBy(all, ({ key }) => key);
  await post(
    tx,
    settlings.flatMap(({ key, amount, book, ...about }) => {
      const holds = closed.get(key) ?? [];
      const to = books.get(book) as Account;
      // A price that rose since then counts for later holds.
      let rest = Math.min(amount, sumOf(holds));
      return holds.flatMap(({ account_id: id, kind, ...held }) => {
        const part = Math.min(rest, held.amount);
        rest -= part;
        const transferKey = partKey(`hold:${key}`, { id });
        return part > 0
          ? [{ from: { id, kind }, to, amount: money(part), kind: 'usage' as const, key: transferKey, ...about }]
          : [];
      });
    }),
  );
  await payDebts(tx, all, owing);
  return new Set(closed.keys());
}

/** Answers the keys that were open. A debt takes what is free again, unless the same transaction `spends` it. */
export async function release(tx: Tx, keys: readonly string[], { spends = false } = {}): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { holds, owing } = await closeHolds(tx, keys, 'released');
  if (!spends) await payDebts(tx, holds, owing);
  return new Set(holds.map(({ key }) => key));
}

/** A hold is closed once, so its key is the debt's too. */
async function payDebts(tx: Tx, holds: readonly Hold[], owing: ReadonlySet<number>): Promise<void> {
  const keys = new Map(holds.filter(({ user_id }) => owing.has(user_id)).map(({ user_id, key }) => [user_id, key]));
  for (const [userId, key] of keys) await payDebt(tx, userId, `hold:${key}`);
}

interface Closed {
  holds: Hold[];
  /** Users of them who have a debt. */
  owing: Set<number>;
}

/** Locks accounts before holds, as `hold` does. */
async function closeHolds(tx: Tx, keys: readonly string[], state: 'settled' | 'released'): Promise<Closed> {
  const known = await listHolds(tx, keys);
  if (new Set(known.map(({ key }) => key)).size < new Set(keys).size) throw new Error('there is no such hold');
  const purses = await lockPurses(tx, [...new Set(known.map(({ user_id }) => user_id))]);
  const { rows } = await sql<{ id: number }>`
    update ledger_holds set state = ${state} where company_id = ${tx.companyId} and key = any(${keys}::text[]) and state = 'open' returning id`.execute(
    tx.db,
  );
  const open = new Set(rows.map(({ id }) => id));
  const closed = known.filter(({ id }) => open.has(id));
  await changeAccounts(
    tx,
    new Map(),
    sumByAccount(closed.map(({ account_id: accountId, amount }) => ({ accountId, amount: -amount }))),
  );
  const owing = [...purses].filter(([, accounts]) => accounts.some(({ frozen }) => frozen)).map(([userId]) => userId);
  return { holds: closed, owing: new Set(owing) };
}

const sumOf = (holds: readonly Hold[]) => holds.reduce((sum, { amount }) => sum + amount, 0);

function sumByAccount(parts: readonly { accountId: number; amount: number }[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { accountId, amount } of parts) sums.set(accountId, (sums.get(accountId) ?? 0) + amount);
  return sums;
}

// Spending from all that a user has, and holding it first where nobody knows yet what it will come to.
import { sql } from 'kysely';
import { type Money, money } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { type Account, availableOf, type Book, bookOf, listPurses } from './ledger.accounts.ts';
import { changeAccounts, post, type Transfer } from './ledger.post.ts';

interface Spending extends Pick<Transfer, 'key' | 'note' | 'usageType' | 'quantity' | 'corporationId'> {
  userId: number;
  amount: Money;
  book: Book;
}

/** Once for a key. False where it has happened before. */
export async function spend(tx: Tx, { userId, amount, book, key, ...about }: Spending): Promise<boolean> {
  const purses = await listPurses(tx, userId, { lock: true });
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
  /** Then somebody must ask what has become of it; it is never released because time has passed. */
  expiresAt: Date;
}

/** Once for a key. Nobody else spends it until it is settled or released. */
export async function hold(tx: Tx, { userId, amount, key, expiresAt }: Holding): Promise<void> {
  const purses = await listPurses(tx, userId, { lock: true });
  const before = await listHolds(tx, key);
  if (before.length > 0) {
    if (before.reduce((sum, one) => sum + one.amount, 0) !== amount) throw fail('money.key_reused');
    return;
  }
  const parts = split(purses, amount);
  await sql`
    insert into ledger_holds (company_id, account_id, amount, key, expires_at, made_at)
    select ${tx.companyId}, p.account_id, p.amount, ${key}, ${expiresAt}, ${tx.clock()}
    from unnest(${parts.map(({ from }) => from.id)}::bigint[], ${parts.map((part) => part.amount)}::bigint[]) p (account_id, amount)
    on conflict do nothing`.execute(tx.db);
  await changeAccounts(tx, new Map(), new Map(parts.map(({ from, amount }) => [from.id, amount])));
}

interface Hold {
  id: number;
  account_id: number;
  kind: Account['kind'];
  amount: number;
  state: 'open' | 'settled' | 'released';
}

async function listHolds(tx: Tx, key: string): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select h.id, h.account_id, a.kind, h.amount, h.state from ledger_holds h
    join ledger_accounts a on a.company_id = ${tx.companyId} and a.id = h.account_id
    where h.company_id = ${tx.companyId} and h.key = ${key} order by (a.kind = 'wallet'), h.id`.execute(tx.db);
  return rows;
}

interface Settling extends Pick<Transfer, 'note' | 'usageType' | 'quantity' | 'corporationId'> {
  key: string;
  /** At most what was held. The rest can be spent again. */
  amount: Money;
  book: Book;
}

/** Once: false where the hold is settled or released already. */
export async function settle(tx: Tx, { key, amount, book, ...about }: Settling): Promise<boolean> {
  const to = await bookOf(tx, book);
  const holds = await closeHolds(tx, key, 'settled');
  if (holds.length === 0) return false;
  // A price that rose since then counts for later holds.
  let rest = Math.min(
    amount,
    holds.reduce((sum, held) => sum + held.amount, 0),
  );
  const parts = holds.flatMap(({ account_id, kind, ...held }) => {
    const part = Math.min(rest, held.amount);
    rest -= part;
    return part > 0 ? [{ from: { id: account_id, kind }, amount: money(part) }] : [];
  });
  await post(
    tx,
    parts.map(({ from, amount }) => ({ from, to, amount, kind: 'usage', key: partKey(`hold:${key}`, from), ...about })),
  );
  return true;
}

export const release = async (tx: Tx, key: string): Promise<boolean> => (await closeHolds(tx, key, 'released')).length > 0;

/** Locks accounts before holds, as `hold` does. */
async function closeHolds(tx: Tx, key: string, state: 'settled' | 'released'): Promise<Hold[]> {
  const known = await listHolds(tx, key);
  if (known.length === 0) throw new Error('there is no such hold');
  const accounts = known.map(({ account_id }) => account_id);
  await sql`
    select id from ledger_accounts where company_id = ${tx.companyId} and id = any(${accounts}::bigint[]) order by id for no key update`.execute(
    tx.db,
  );
  const { rows } = await sql<{ id: number }>`
    update ledger_holds set state = ${state} where company_id = ${tx.companyId} and key = ${key} and state = 'open' returning id`.execute(
    tx.db,
  );
  const closed = known.filter(({ id }) => rows.some((row) => row.id === id));
  await changeAccounts(tx, new Map(), new Map(closed.map(({ account_id, amount }) => [account_id, -amount])));
  return closed;
}

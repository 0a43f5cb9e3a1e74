// Writing transfers. A set of them is one transaction: all of them happen, each once, or none.
import { sql } from 'kysely';
import type { Money } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { type Account, isStored } from './ledger.accounts.ts';

export interface Transfer {
  from: Pick<Account, 'id' | 'kind'>;
  to: Pick<Account, 'id' | 'kind'>;
  amount: Money;
  kind: 'top_up' | 'refill' | 'invoice' | 'usage' | 'allocate' | 'reclaim' | 'adjustment' | 'refund' | 'dispute' | 'debt' | 'tax';
  /** Nothing with this key happens twice in a company. */
  key: string;
  note?: string;
  usageType?: string;
  quantity?: number;
  corporationId?: number | null;
}

/**
 * Last in its transaction: accounts stay locked until that ends. A transfer that is there already is left out, unless it had other values
 * (`money.key_reused`). Throws `wallet.insufficient_funds` where an account does not cover it.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return;
  const inOrder = transfers.toSorted((one, other) => (one.key < other.key ? -1 : 1)); // or two posts could wait for each other
  const written = await insertTransfers(tx, inOrder);
  if (written.size < inOrder.length)
    await mustBeSame(
      tx,
      inOrder.filter(({ key }) => !written.has(key)),
    );
  const changes = new Map<number, number>();
  const change = (account: Transfer['from'], by: number) =>
    isStored(account) && changes.set(account.id, (changes.get(account.id) ?? 0) + by);
  for (const { from, to, amount } of inOrder.filter(({ key }) => written.has(key))) {
    change(from, -amount);
    change(to, amount);
  }
  await changeAccounts(tx, changes, new Map());
}

async function insertTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<Set<string>> {
  const all = <T>(part: (transfer: Transfer) => T) => transfers.map(part);
  const { rows } = await sql<{ key: string }>`
    insert into ledger_transfers (company_id, from_id, to_id, amount, kind, key, note, usage_type, quantity, corporation_id, made_at, made_by)
    select ${tx.companyId}, t.*, ${tx.clock()}, ${tx.actor.userId}
    from unnest(${all(({ from }) => from.id)}::bigint[], ${all(({ to }) => to.id)}::bigint[], ${all(({ amount }) => amount)}::bigint[],
      ${all(({ kind }) => kind)}::text[], ${all(({ key }) => key)}::text[], ${all(({ note = '' }) => note)}::text[],
      ${all(({ usageType = null }) => usageType)}::text[], ${all(({ quantity = null }) => quantity)}::bigint[],
      ${all(({ corporationId = null }) => corporationId)}::bigint[]) t
    on conflict (company_id, key) do nothing returning key`.execute(tx.db);
  return new Set(rows.map(({ key }) => key));
}

async function mustBeSame(tx: Tx, again: readonly Transfer[]): Promise<void> {
  const { rows } = await sql<{ key: string; from_id: number; to_id: number; amount: number }>`
    select key, from_id, to_id, amount from ledger_transfers
    where company_id = ${tx.companyId} and key = any(${again.map(({ key }) => key)}::text[])`.execute(tx.db);
  const stored = new Map(rows.map((row) => [row.key, row]));
  for (const { key, from, to, amount } of again) {
    const row = stored.get(key);
    if (row?.from_id !== from.id || row.to_id !== to.id || row.amount !== amount) throw fail('money.key_reused');
  }
}

/** By account: what is added to its balance, and to what is held of it. In the order of ids, so that two changes never wait for each other. */
export async function changeAccounts(
  tx: Tx,
  balances: ReadonlyMap<number, number>,
  held: ReadonlyMap<number, number>,
): Promise<void> {
  const ids = [...new Set([...balances.keys(), ...held.keys()])].toSorted((one, other) => one - other);
  if (ids.length === 0) return;
  await sql`
    select id from ledger_accounts where company_id = ${tx.companyId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx.db,
  );
  const of = (changes: ReadonlyMap<number, number>) =>
    sql`(${ids.map((id) => changes.get(id) ?? 0)}::bigint[])[array_position(${ids}::bigint[], id)]`;
  try {
    await sql`
      update ledger_accounts set balance = balance + ${of(balances)}, held = held + ${of(held)}
      where company_id = ${tx.companyId} and id = any(${ids}::bigint[])`.execute(tx.db);
  } catch (error) {
    if (hasCode(error, '23514')) throw fail('wallet.insufficient_funds');
    throw error;
  }
}

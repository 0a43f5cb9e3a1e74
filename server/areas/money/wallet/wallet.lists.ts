// The transactions of a wallet and the payments by card, by pages.
import { type RawBuilder, sql } from 'kysely';
import { listPurses } from '#areas/money/ledger/ledger.service.ts';
import { type Money, money, moneyText } from '#contract/kit/money.ts';
import type { Payment, Transaction } from '#contract/wallet.ts';
import type { TransactionFilter } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { pageSql } from '#kernel/db/paging.ts';
import { isAny } from '#kernel/db/sql.ts';
import { paymentColumns, presentPayment, type StoredPayment } from './wallet.payments.ts';

const countCap = 10_000;

const kindsOf: Partial<Record<TransactionFilter, string[]>> = {
  top_up: ['top_up', 'refill'],
  usage: ['usage'],
  allocation: ['allocate', 'reclaim'],
};

interface Asked {
  page: number;
  per_page: number;
  filter: TransactionFilter | 'all';
}

type Row = Omit<Transaction, 'amount' | 'person'> & { amount: Money; other_id: number };

/** Each way has an index in this order, so a page reads no more of either than it may show. */
export async function listTransactions(tx: Tx, { page, per_page, filter }: Asked) {
  const ids = (await listPurses(tx, tx.actor.userId)).map(({ id }) => id);
  const kinds = filter === 'all' ? undefined : kindsOf[filter];
  const ofKind = kinds ? sql`t.kind = any(${kinds}::text[])` : sql`true`;
  const side = (own: string, other: string, sign: number, end: RawBuilder<unknown>) => sql`
    (select t.id, t.kind, ${sql.lit(sign)} * t.amount as amount, t.usage_type, t.quantity, t.note, t.made_at, ${sql.ref(other)} as other_id
      from ledger_transfers t where t.company_id = ${tx.companyId} and ${isAny(own, ids)} and ${ofKind} ${end})`;
  const both = (end: RawBuilder<unknown>) =>
    sql.join(
      [
        ...(filter === 'in' ? [] : [side('t.from_id', 't.to_id', -1, end)]),
        ...(filter === 'out' ? [] : [side('t.to_id', 't.from_id', 1, end)]),
      ],
      sql` union all `,
    );
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from (${both(sql`limit ${countCap}`)}) t`.execute(tx.db);
  const { rows } = await sql<Row>`
    select * from (${both(sql`order by t.made_at desc, t.id desc limit ${page * per_page}`)}) t
    order by made_at desc, id desc ${pageSql({ page, limit: per_page })}`.execute(tx.db);
  const people = await findOwners(
    tx,
    rows.map(({ other_id }) => other_id),
  );
  const total_count = Math.min(counted[0]?.count ?? 0, countCap);
  return {
    data: rows.map(({ other_id, amount, ...row }) => ({
      ...row,
      amount: moneyText(money(amount)),
      person: people.get(other_id) ?? null,
    })),
    pagination: { current_page: page, per_page, total_pages: Math.max(1, Math.ceil(total_count / per_page)), total_count },
  };
}

/** The owners of these accounts; a book has none. The wallet that an allowance came from tells who gave it. */
async function findOwners(tx: Tx, accounts: number[]): Promise<Map<number, { id: number; name: string }>> {
  const { rows } = await sql<{ account: number; id: number; name: string }>`
    select a.id as account, u.id, trim(u.first_name || ' ' || u.last_name) as name
    from ledger_accounts a join users u on u.company_id = ${tx.companyId} and u.id = a.user_id
    where a.company_id = ${tx.companyId} and ${isAny('a.id', accounts)}`.execute(tx.db);
  return new Map(rows.map(({ account, ...person }) => [account, person]));
}

export async function listInvoices(
  tx: Tx,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Payment[]; meta: { page: number; more: boolean } }> {
  const { rows } = await sql<StoredPayment>`
    select ${paymentColumns(tx)} from payments p where p.company_id = ${tx.companyId} and p.user_id = ${tx.actor.userId}
    order by p.created_at desc, p.id desc limit ${limit + 1} offset ${(page - 1) * limit}`.execute(tx.db);
  return { data: rows.slice(0, limit).map(presentPayment), meta: { page, more: rows.length > limit } };
}

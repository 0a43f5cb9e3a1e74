// Payments of the whole company with what went back of each, in one query.
import { type RawBuilder, sql } from 'kysely';
import { isInWallet, paymentColumns, presentPayment, type StoredPayment } from '#areas/money/wallet/wallet.service.ts';
import { type Money, money, moneyText } from '#contract/kit/money.ts';
import type { CompanyPayment, Refund } from '#contract/payments.ts';
import type { PaymentShow } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

interface Asked {
  q: string;
  show: PaymentShow;
  page: number;
  limit: number;
}

type StoredRefund = Omit<Refund, 'amount' | 'owed'> & { amount: Money; owed: Money };
type StoredDispute = Omit<NonNullable<CompanyPayment['dispute']>, 'amount'> & { amount: Money };
type Row = StoredPayment & {
  name: string;
  /** The payer's balance that is not held. */
  unspent: number;
  refunds: StoredRefund[];
  disputed: StoredDispute | null;
};

const shows: Record<PaymentShow, RawBuilder<boolean>> = {
  all: sql`true`,
  paid: sql`p.state = 'succeeded'`,
  failed: sql`p.state = 'failed'`,
  refunded: sql`p.refunded > 0`,
  disputed: sql`exists (select from disputes d where d.company_id = p.company_id and d.payment_id = p.id)`,
};

export async function listPayments(tx: Tx, { q, show, ...page }: Asked) {
  const where = sql`${shows[show]} and ${q ? sql`u.first_name || ' ' || u.last_name ilike ${`%${escapeLike(q)}%`}` : sql`true`}`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from payments p join users u on u.company_id = ${tx.companyId} and u.id = p.user_id
    where p.company_id = ${tx.companyId} and ${where}`.execute(tx.db);
  const rows = await selectPayments(tx, where, sql`order by p.created_at desc, p.id desc ${pageSql(page)}`);
  return { data: rows.map(present), meta: pageMeta(page, counted[0]?.count ?? 0) };
}

export async function getPaymentRow(tx: Tx, id: number): Promise<CompanyPayment> {
  const [row] = await selectPayments(tx, sql`p.id = ${id}`, sql``);
  if (!row) throw fail('not_found');
  return present(row);
}

async function selectPayments(tx: Tx, where: RawBuilder<unknown>, end: RawBuilder<unknown>): Promise<Row[]> {
  const c = tx.companyId;
  const { rows } = await sql<Row>`
    select ${paymentColumns(tx)}, trim(u.first_name || ' ' || u.last_name) as name,
      case when o.balance < 0 then 0 else greatest(0, coalesce(w.balance - w.held, 0)) end as unspent,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'state', r.state, 'created_at', r.created_at,
          'settled_at', r.settled_at, 'owed', coalesce(t.amount, 0),
          'by', case when m.id is not null then jsonb_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name)) end) order by r.id)
        from refunds r
          left join users m on m.company_id = ${c} and m.id = r.made_by
          left join ledger_transfers t on t.company_id = ${c} and t.key = 'refund:' || r.id || '/debt'
        where r.company_id = ${c} and r.payment_id = p.id), '[]') as refunds,
      (select jsonb_build_object('state', d.state, 'amount', d.amount, 'reason', d.reason, 'answer_by', d.answer_by, 'opened_at', d.opened_at,
          'settled_at', d.settled_at)
        from disputes d where d.company_id = ${c} and d.payment_id = p.id order by d.id desc limit 1) as disputed
    from payments p
      join users u on u.company_id = ${c} and u.id = p.user_id
      left join ledger_accounts w on w.company_id = ${c} and w.kind = 'wallet' and w.user_id = p.user_id
      left join ledger_accounts o on o.company_id = ${c} and o.kind = 'debt' and o.user_id = p.user_id
    where p.company_id = ${c} and ${where} ${end}`.execute(tx.db);
  return rows;
}

function present(row: Row): CompanyPayment {
  const { action_url: _, dispute: __, ...payment } = presentPayment(row);
  const isTaken = row.disputed?.state === 'open' || row.disputed?.state === 'lost';
  const left = row.state !== 'succeeded' || row.invoice_state === 'open' || isTaken ? 0 : row.amount - row.refunded;
  const refundable = Math.floor((isInWallet(row) ? Math.min(left, row.unspent) : left) / 100) * 100;
  return {
    ...payment,
    user: { id: row.user_id, name: row.name },
    refundable: moneyText(money(refundable)),
    refunds: row.refunds.map(({ amount, owed, ...refund }) => ({
      ...refund,
      amount: moneyText(money(amount)),
      owed: moneyText(money(owed)),
    })),
    dispute: row.disputed && { ...row.disputed, amount: moneyText(money(row.disputed.amount)) },
  };
}

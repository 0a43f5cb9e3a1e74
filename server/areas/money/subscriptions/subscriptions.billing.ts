// The bills of a user who pays for plans: the next charges, the failed ones, and the past ones.
import { sql } from 'kysely';
import type { Billing, BillingInvoice, FailedPayment } from '#contract/billing.ts';
import { type Money, money, moneyText, times } from '#contract/kit/money.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { daysAfter, dunningOn } from './subscriptions.dates.ts';
import { isPaidBy, selectSubscriptions } from './subscriptions.queries.ts';

export async function listUpcoming(tx: Tx): Promise<Billing['upcoming']> {
  const rows = await selectSubscriptions(
    tx,
    sql`${isPaidBy(tx)} and s.state = 'active' and s.origin = 'bought' and not s.cancel_at_end and s.due_at is not null`,
    sql`order by s.due_at, s.id limit 100`,
  );
  return rows.map(({ id, product, plan, next_plan, price: now, quantity, leaving, due_at }) => {
    const price = money(next_plan?.price ?? now);
    const amount = times(price, quantity - leaving);
    return {
      subscription_id: id,
      product,
      text: (next_plan ?? plan).name,
      quantity: quantity - leaving,
      price: moneyText(price),
      amount: moneyText(amount),
      due_at: due_at ?? '',
    };
  });
}

type FailedRow = Pick<FailedPayment, 'product' | 'plan' | 'failure' | 'action_url'> & {
  amount: Money;
  /** Of the open invoice; null where a refill of the wallet failed. */
  issued_at: string | null;
  state: string;
};

/** Plans that the actor pays for, and refills of their wallet; at most 100. */
export async function listFailed(tx: Tx): Promise<FailedPayment[]> {
  const { rows } = await sql<FailedRow>`
    select s.product, p.name as plan, coalesce(s.failure, 'declined') as failure, i.total as amount, i.issued_at, s.state, (
        select y.action_url from payments y
        where y.company_id = ${tx.companyId} and y.invoice_id = i.id and y.state = 'requires_action' limit 1) as action_url
    from subscriptions s
      join plans p on p.company_id = ${tx.companyId} and p.id = s.plan_id
      join invoices i on i.company_id = ${tx.companyId} and i.subscription_id = s.id and i.state = 'open' and i.kind = 'period'
    where s.company_id = ${tx.companyId} and s.state in ('past_due', 'unpaid') and ${isPaidBy(tx)}
    union all
    select 'wallet', '', w.paused, w.amount, null, 'unpaid', null from wallet_settings w
    where w.company_id = ${tx.companyId} and w.user_id = ${tx.actor.userId} and w.enabled and w.paused is not null
    limit 100`.execute(tx.db);
  return rows.map(({ amount, issued_at, state, ...row }) => ({
    ...row,
    amount: moneyText(money(amount)),
    access_until: state === 'past_due' && issued_at ? daysAfter(issued_at, dunningOn(issued_at).unpaid).toISOString() : null,
  }));
}

type InvoiceRow = Omit<BillingInvoice, 'lines' | 'total'> & {
  lines: { text: string; quantity: number; price: number; amount: number }[];
  total: Money;
  count: number;
};

/** Of every product. A voided one was never charged: it is left out, unless its charge failed. */
export async function listHistory(tx: Tx, query: { page: number; limit: number }) {
  const { rows } = await sql<InvoiceRow>`
    select i.id, i.number, s.product, i.state, i.lines, i.total, i.starts_at, i.ends_at, i.failure, i.issued_at, i.paid_at, (
        select y.card from payments y where y.company_id = ${tx.companyId} and y.invoice_id = i.id
        order by y.created_at desc, y.id desc limit 1) as card, count(*) over () as count
    from invoices i join subscriptions s on s.company_id = ${tx.companyId} and s.id = i.subscription_id
    where i.company_id = ${tx.companyId} and ${isPaidBy(tx)} and (i.state <> 'void' or i.failure is not null) and i.total > 0
    order by i.issued_at desc, i.id desc ${pageSql(query)}`.execute(tx.db);
  return {
    data: rows.map(({ lines, total, count: _, ...row }) => ({
      ...row,
      lines: lines.map(({ price, amount, ...line }) => ({
        ...line,
        price: moneyText(money(price)),
        amount: moneyText(money(amount)),
      })),
      total: moneyText(money(total)),
    })),
    meta: pageMeta(query, rows[0]?.count ?? 0),
  };
}

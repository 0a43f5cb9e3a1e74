// Compares what the ledger says twice. It must always find nothing; what it finds is a fault of ours, and never mended by itself.
import { sql } from 'kysely';
import type { findings } from '#contract/ledger.ts';
import type { Db } from '#kernel/db/database.ts';

export interface Finding {
  what: (typeof findings)[number];
  /** Of the account, the payment, the refund, the dispute or the hold. */
  id: number;
  stored: number;
  expected: number;
}

/** `db`: inside the company, or of the operator. At most 100 findings. */
export async function reconcile(db: Db, companyId: number, now: Date): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with moved as (
      select m.account_id, sum(m.amount)::bigint as amount from (
        select t.to_id as account_id, t.amount from ledger_transfers t where t.company_id = ${companyId}
        union all
        select t.from_id, -t.amount from ledger_transfers t where t.company_id = ${companyId}) m
      group by m.account_id),
    promised as (
      select h.account_id, sum(h.amount)::bigint as amount from ledger_holds h
      where h.company_id = ${companyId} and h.state = 'open' group by h.account_id)
    select 'balance' as what, a.id, a.balance as stored, coalesce(m.amount, 0) as expected
    from ledger_accounts a left join moved m on m.account_id = a.id
    where a.company_id = ${companyId} and a.kind in ('wallet', 'allowance', 'debt') and a.balance <> coalesce(m.amount, 0)
    union all
    select 'held', a.id, a.held, coalesce(p.amount, 0)
    from ledger_accounts a left join promised p on p.account_id = a.id
    where a.company_id = ${companyId} and a.held <> coalesce(p.amount, 0)
    union all
    select 'credit', y.id, coalesce(t.amount, 0), case when y.state = 'succeeded' then y.amount else 0 end
    from payments y left join ledger_transfers t on t.company_id = ${companyId} and t.key = 'payment:' || y.id
    where y.company_id = ${companyId} and coalesce(t.amount, 0) <> case when y.state = 'succeeded' then y.amount else 0 end
    union all
    select 'refund', r.id, coalesce(t.amount, 0) + coalesce(w.amount, 0) + coalesce(o.amount, 0) - coalesce(b.amount, 0),
      case when r.state = 'succeeded' then r.amount else 0 end
    from refunds r
      left join ledger_transfers t on t.company_id = ${companyId} and t.key = 'refund:' || r.id
      left join ledger_transfers w on w.company_id = ${companyId} and w.key = 'refund:' || r.id || '/wallet'
      left join ledger_transfers o on o.company_id = ${companyId} and o.key = 'refund:' || r.id || '/debt'
      left join ledger_transfers b on b.company_id = ${companyId} and b.key = 'refund-back:' || r.id
    where r.company_id = ${companyId}
      and coalesce(t.amount, 0) + coalesce(w.amount, 0) + coalesce(o.amount, 0) - coalesce(b.amount, 0)
        <> case when r.state = 'succeeded' then r.amount else 0 end
    union all
    select 'refunded', y.id, y.refunded, coalesce(r.amount, 0)
    from payments y left join (
        select f.payment_id, sum(f.amount)::bigint as amount from refunds f
        where f.company_id = ${companyId} and f.state <> 'failed' group by f.payment_id) r on r.payment_id = y.id
    where y.company_id = ${companyId} and y.refunded <> coalesce(r.amount, 0)
    union all
    select 'dispute', d.id, coalesce(w.amount, 0) + coalesce(o.amount, 0) - coalesce(b.amount, 0),
      case when d.state in ('open', 'lost') then d.amount else 0 end
    from disputes d
      left join ledger_transfers w on w.company_id = ${companyId} and w.key = 'dispute:' || d.id || '/wallet'
      left join ledger_transfers o on o.company_id = ${companyId} and o.key = 'dispute:' || d.id || '/debt'
      left join ledger_transfers b on b.company_id = ${companyId} and b.key = 'dispute-won:' || d.id
    where d.company_id = ${companyId} and coalesce(w.amount, 0) + coalesce(o.amount, 0) - coalesce(b.amount, 0)
      <> case when d.state in ('open', 'lost') then d.amount else 0 end
    union all
    select 'expired_hold', h.id, h.amount, 0 from ledger_holds h
    where h.company_id = ${companyId} and h.state = 'open' and h.expires_at < ${now}
    limit 100`.execute(db);
  return rows;
}

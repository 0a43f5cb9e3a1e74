// A user's spending in a period, by the days of their own clock.

import { sql } from 'kysely';
import { zoneOfActor } from '#areas/identity/users/users.service.ts';
import { listPurses } from '#areas/money/ledger/ledger.service.ts';
import { type Money, money, moneyText } from '#contract/kit/money.ts';
import type { AnalyticsPeriod, UsageType } from '#contract/walletLists.ts';
import type { Tx } from '#kernel/context.ts';
import { isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

const daysOf: Record<AnalyticsPeriod, number> = { week: 7, month: 30, quarter: 91, year: 365 };

interface Row {
  day: string;
  usage_type: UsageType;
  quantity: number;
  amount: Money;
}

export async function getAnalytics(
  tx: Tx,
  { period, corporation_id }: { period: AnalyticsPeriod; corporation_id?: number | undefined },
) {
  if (corporation_id) await mustKnowCorporation(tx, corporation_id);
  const zone = await zoneOfActor(tx);
  const ids = (await listPurses(tx, tx.actor.userId)).map(({ id }) => id);
  const from = new Date(tx.clock().getTime() - daysOf[period] * 86_400_000);
  const unit = period === 'year' ? 'month' : 'day';
  const { rows } = await sql<Row>`
    select to_char(date_trunc(${unit}, t.made_at at time zone ${zone}), 'YYYY-MM-DD') as day, t.usage_type,
      sum(t.quantity)::bigint as quantity, sum(t.amount)::bigint as amount
    from ledger_transfers t
    where t.company_id = ${tx.companyId} and ${isAny('t.from_id', ids)} and t.made_at >= ${from} and t.kind = 'usage'
      and ${corporation_id ? sql`t.corporation_id = ${corporation_id}` : sql`true`}
    group by 1, 2 order by 1, 2`.execute(tx.db);
  const total = (list: Row[], part: 'amount' | 'quantity') => list.reduce((sum, row) => sum + row[part], 0);
  return {
    from: from.toISOString().slice(0, 10),
    total: moneyText(money(total(rows, 'amount'))),
    spent: [...Map.groupBy(rows, ({ day }) => day)].map(([day, list]) => ({
      day,
      amount: moneyText(money(total(list, 'amount'))),
    })),
    usage: [...Map.groupBy(rows, ({ usage_type }) => usage_type)]
      .map(([usage_type, list]) => ({ usage_type, quantity: total(list, 'quantity'), cost: total(list, 'amount') }))
      .toSorted((one, other) => other.cost - one.cost)
      .map(({ cost, ...row }) => ({ ...row, amount: moneyText(money(cost)) })),
  };
}

async function mustKnowCorporation(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`select from corporations where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  if (rows.length === 0) throw fail('not_found');
}

// The signed-in user's plans, for the rest of the product.
import { sql } from 'kysely';
import type { Me } from '#contract/me.ts';
import { orderTypes, type Payer, type PlanLevel, type Product, type SubscriptionState } from '#contract/planLists.ts';
import type { Tx } from '#kernel/context.ts';
import { mePart } from '#kernel/me.ts';
import { listFailed } from './subscriptions.billing.ts';
import { isInUse } from './subscriptions.queries.ts';

type Plans = Pick<
  Me,
  | 'sms_subscription'
  | 'company_sms_subscription'
  | 'dialer_subscription'
  | 'company_dialer_subscription'
  | 'dialer_license'
  | 'max_plus_subscription'
>;

const none: Plans = {
  sms_subscription: null,
  company_sms_subscription: null,
  dialer_subscription: null,
  company_dialer_subscription: null,
  dialer_license: null,
  max_plus_subscription: { active: false, plan: null },
};

export const plansOfMe = [
  mePart({ empty: none, read: readPlans }),
  mePart({ empty: { failed_payments: [] }, read: async (tx) => ({ failed_payments: await listFailed(tx) }) }),
];

interface Row {
  id: number;
  product: Exclude<Product, 'account'>;
  payer: Payer;
  state: SubscriptionState;
  level: PlanLevel;
  /** Of the user's licence; null: they have none of it. */
  allocation: number | null;
  used: number | null;
  total_used: number;
}

async function readPlans(tx: Tx): Promise<Plans> {
  const rows = await listOwn(tx);
  const find = (product: Product, own: boolean) => {
    const row = rows.find((one) => one.product === product && (one.payer === 'self') === own);
    return row ? present(row) : null;
  };
  const dialer = rows.find(({ product, allocation }) => product === 'dialer' && allocation !== null);
  const plus = rows.find((row) => row.product === 'max_plus' && row.allocation !== null && isInUse(row));
  return {
    sms_subscription: find('texting', true),
    company_sms_subscription: find('texting', false),
    dialer_subscription: find('dialer', true),
    company_dialer_subscription: find('dialer', false),
    dialer_license: dialer ? { paid: isInUse(dialer), allocation: dialer.allocation ?? 0 } : null,
    max_plus_subscription: { active: plus !== undefined, plan: plus?.level ?? null },
  };
}

/** A user's own use of what somebody else pays; where they have no licence of it, that of everyone. */
const present = (row: Row) => ({
  id: row.id,
  active: isInUse(row),
  type: row.payer,
  order_type: orderTypes[row.payer],
  current_usage: row.used ?? row.total_used,
});

/** Subscriptions that the user pays for, or has a license of: in use first, then with a license. */
async function listOwn(tx: Tx): Promise<Row[]> {
  const { userId } = tx.actor;
  const companys = tx.actor.has('money.manage') ? sql`or x.payer_id is null` : sql``;
  const { rows } = await sql<Row>`
    select s.id, s.product, s.payer, s.state, p.level, l.allocation, l.used, (
        select coalesce(sum(a.used), 0)::int from plan_licences a
        where a.company_id = ${tx.companyId} and a.subscription_id = s.id) as total_used
    from subscriptions s
      join plans p on p.company_id = ${tx.companyId} and p.id = s.plan_id
      left join plan_licences l on l.company_id = ${tx.companyId} and l.subscription_id = s.id and l.user_id = ${userId}
    where s.company_id = ${tx.companyId} and s.state in ('active', 'past_due', 'unpaid') and s.product <> 'account' and s.id in (
      select g.subscription_id from plan_licences g where g.company_id = ${tx.companyId} and g.user_id = ${userId}
      union all
      select x.id from subscriptions x
      where x.company_id = ${tx.companyId} and x.state <> 'ended' and (x.payer_id = ${userId} ${companys}))
    order by s.state = 'unpaid', l.id is null, s.id limit 100`.execute(tx.db);
  return rows;
}

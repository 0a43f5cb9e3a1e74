// Examples of the calls about the account's own plan and Max Plus. They cost nothing, so no card is charged.
import { sql } from 'kysely';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as billing from '#contract/billing.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type * as maxPlus from '#contract/maxPlus.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type CallsOf<Calls> = {
  [Name in keyof Calls as Calls[Name] extends Endpoint ? Name : never]: Sent<Calls[Name]>;
};
type BillingCalls = CallsOf<typeof billing> & CallsOf<typeof maxPlus>;

/** For nothing: the company has the account's premium plan, the user and a colleague Max Plus, the latter paid by the company. */
export async function someBilling(
  { operator: { db } }: TestServer,
  company_id: number,
  { user_id, colleague }: { user_id: number; colleague: number },
) {
  const now = new Date();
  await db
    .updateTable('subscriptions')
    .set({ state: 'ended' })
    .where('company_id', '=', company_id)
    .where('product', 'in', ['account', 'max_plus'])
    .execute();
  const subscribe = async (product: 'account' | 'max_plus', payer_id: number | null) => {
    const { rows } = await sql<{ id: number }>`
      insert into plans (company_id, product, name, level, price, included, created_at)
      values (${company_id}, ${product}, 'Premium', 'premium', 70000, 0, ${now})
      on conflict (company_id, product, lower(name)) where retired_at is null do update set price = excluded.price returning id`.execute(
      db,
    );
    return insertId(db, 'subscriptions', {
      company_id,
      product,
      payer: payer_id === null ? 'company' : 'self',
      payer_id,
      card_user_id: user_id,
      plan_id: rows[0]?.id,
      price: 0,
      quantity: 1,
      included: 0,
      state: 'active',
      anchor: '2026-01-31',
      zone: 'America/New_York',
      periods: 1,
      starts_at: new Date(now.getTime() - 5 * 86_400_000),
      due_at: new Date('2199-12-31'),
      created_at: now,
    });
  };
  await subscribe('account', null);
  const own = { account: await subscribe('account', user_id), maxPlus: await subscribe('max_plus', user_id) };
  const subscription_id = await subscribe('max_plus', null);
  await insertId(db, 'plan_licences', { company_id, subscription_id, user_id: colleague, created_at: now });
  return { ownAccount: own.account, ownMaxPlus: own.maxPlus };
}

export function billingCalls(to: Targets): BillingCalls {
  const subscriptions = { q: '', page: 1, limit: 10, active: true, order: 'ASC', order_field: 'state' } as const;
  return {
    listAccountPlans: { query: {} },
    getBilling: {},
    updateAccountPlan: { body: { plan: 'premium', amount: '0.00', type: 'company' } },
    cancelAccountSubscription: { body: { reason: 'The office closes', type: 'company' } },
    listAccountHistory: { query: { page: 1, limit: 20 } },
    finishAccountPayment: { params: { id: to.payment } },
    grantPaidMembership: { params: { id: to.colleague }, body: { until: '2199-12-31', plan: 'premium' } },
    getMaxPlus: {},
    subscribeMaxPlus: { body: { payment_type: 'credit_card', plan: 'premium', amount: '0.00' } },
    bulkSubscribeMaxPlus: { body: { user_ids: [to.colleague], plan: 'premium', amount: '0.00' } },
    cancelMaxPlus: { body: { type: 'company' } },
    cancelMaxPlusForUser: { body: { user_id: to.colleague } },
    listAccountSubscriptions: { query: subscriptions },
    endAccountSubscription: { body: { id: to.ownAccount, reason: 'The office closes', at: 'period_end' } },
    listMaxPlusSubscriptions: { query: subscriptions },
    endMaxPlusSubscription: { body: { id: to.ownMaxPlus, reason: 'The office closes', at: 'now' } },
    listManageableUsers: { query: { q: '', page: 1, limit: 10 } },
  };
}

// Examples of the calls about plans for texting and the dialer. The plans cost nothing, so no card is
// charged.
import { insertId } from '#areas/office/companies/companies.create.ts';
import type * as dialerPlans from '#contract/dialerPlans.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { planCalls } from '#contract/planCalls.ts';
import type * as textingPlans from '#contract/textingPlans.ts';
import type { Targets } from './examples.ts';
import type { Sent, TestServer } from './server.ts';

type CallsOf<Calls> = {
  [Name in keyof Calls as Calls[Name] extends Endpoint ? Name : never]: Sent<Calls[Name]>;
};
type PlanCalls = CallsOf<typeof textingPlans> & CallsOf<typeof dialerPlans>;

/**
 * Two plans of each product, a subscription of the user with a licence that nobody has, and an order that
 * waits.
 */
export async function somePlans(
  { operator: { db } }: TestServer,
  company_id: number,
  { user_id, colleague }: { user_id: number; colleague: number },
  note: string,
) {
  const make = async (product: 'texting' | 'dialer') => {
    const now = new Date();
    // Nobody pays for two at once.
    await db
      .updateTable('subscriptions')
      .set({ state: 'ended' })
      .where('company_id', '=', company_id)
      .where('product', '=', product)
      .execute();
    const common = { company_id, product, created_at: now };
    const plan = { ...common, level: 'premium', price: 0, included: 100 };
    const plan_id = await insertId(db, 'plans', { ...plan, name: note });
    const other = await insertId(db, 'plans', { ...plan, name: `Other ${note}` });
    const bought = {
      ...common,
      payer: 'manager',
      payer_id: user_id,
      card_user_id: user_id,
      plan_id,
      price: 0,
      quantity: 2,
      included: 200,
      state: 'active',
      anchor: '2026-01-31',
      zone: 'America/New_York',
      periods: 1,
      starts_at: new Date(now.getTime() - 5 * 86_400_000),
      due_at: new Date('2199-12-31'),
    };
    const subscription_id = await insertId(db, 'subscriptions', bought);
    const gift = { payer_id: colleague, card_user_id: colleague, origin: 'granted', granted_until: '2199-12-31' };
    const granted = await insertId(db, 'subscriptions', { ...bought, ...gift });
    const licence = await insertId(db, 'plan_licences', { company_id, subscription_id, created_at: now });
    const order = await insertId(db, 'plan_orders', {
      ...common,
      subscription_id,
      user_id,
      quantity: 1,
      amount: 0,
      state: 'pending',
      note,
    });
    return { plan: plan_id, other, subscription: subscription_id, granted, licence, order };
  };
  const [texting, dialer] = [await make('texting'), await make('dialer')];
  return {
    textingPlan: texting.plan,
    textingOther: texting.other,
    textingSubscription: texting.subscription,
    textingGranted: texting.granted,
    textingLicence: texting.licence,
    textingOrder: texting.order,
    dialerPlan: dialer.plan,
    dialerOther: dialer.other,
    dialerSubscription: dialer.subscription,
    dialerGranted: dialer.granted,
    dialerLicence: dialer.licence,
    dialerOrder: dialer.order,
  };
}

interface Ids {
  plan: number;
  other: number;
  subscription: number;
  granted: number;
  licence: number;
  order: number;
  colleague: number;
}

type Generic = CallsOf<ReturnType<typeof planCalls>>;

function callsOf({ plan, other, subscription, granted, licence, order, colleague }: Ids): Generic {
  const page = { q: '', page: 1, limit: 10 };
  const one = { params: { id: subscription } };
  const values = { name: `Plan ${crypto.randomUUID()}`, level: 'premium' as const, price: '7.00', included: 500 };
  return {
    listPlans: {},
    listEnterprisePlans: {},
    listSubscriptions: { query: { ...page, active: true, mine: true, order: 'ASC', order_field: 'quantity' } },
    createSubscription: { body: { plan_id: plan, type: 'company', quantity: 3 } },
    getSubscription: one,
    updateSubscription: { ...one, body: { plan_id: other, amount: '0.00' } },
    cancelSubscription: { ...one, body: { type: 'company' } },
    getActiveSubscription: { query: { type: 'company' } },
    getSubscriptionUsage: {},
    getPendingSubscription: {},
    listLicences: { query: page },
    updateLicence: { params: { id: licence }, body: { user_id: colleague, allocation: 50 } },
    orderLicences: { body: { subscription_id: subscription, quantity: 2, amount: '0.00' } },
    listOrders: { query: page },
    getOrder: { params: { id: order } },
    listAdminPlans: { query: { ...page, all: true, order: 'DESC', order_field: 'price' } },
    createPlan: { body: values },
    getPlan: { params: { id: plan } },
    updatePlan: { params: { id: plan }, body: values },
    deletePlan: { params: { id: plan } },
    getAdminUsage: { query: { page: 1, limit: 10 } },
    listAdminSubscriptions: { query: { ...page, active: true, order: 'ASC', order_field: 'state' } },
    grantSubscription: { body: { plan_id: plan, user_id: colleague, quantity: 1, until: '2199-12-31' } },
    activateSubscription: { body: { id: granted, until: '2199-12-31' } },
    endSubscription: { body: { id: subscription, reason: 'The office closes', at: 'now' } },
    listAdminOrders: { query: page },
    grantLicences: { body: { subscription_id: granted, quantity: 1, note: 'A trial' } },
    cancelOrder: { body: { id: order, reason: 'Ordered twice' } },
  };
}

export function planExamples(to: Targets): PlanCalls {
  const named = (product: 'texting' | 'dialer', word: 'Texting' | 'Dialer') => {
    const of = (kind: string) => to[`${product}${kind}` as 'textingPlan'];
    const ids = {
      plan: of('Plan'),
      other: of('Other'),
      subscription: of('Subscription'),
      granted: of('Granted'),
      licence: of('Licence'),
      order: of('Order'),
    };
    const calls = callsOf({ ...ids, colleague: to.colleague });
    return Object.entries(calls).map(([name, call]) => [name.replace(nouns, `${word}$&`), call]);
  };
  return Object.fromEntries([...named('texting', 'Texting'), ...named('dialer', 'Dialer')]) as PlanCalls;
}

/** The calls' names have the product before these. */
const nouns =
  /(EnterprisePlans|AdminPlans|AdminSubscriptions|AdminOrders|AdminUsage|ActiveSubscription|SubscriptionUsage|PendingSubscription|Plans?|Subscriptions?|Licences?|Orders?)$/;

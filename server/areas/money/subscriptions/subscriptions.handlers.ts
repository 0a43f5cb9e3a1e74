// The handlers of one product's calls. Charges happen between transactions: what is to pay is committed
// first.

import type { InputOf, ResultOf } from '#contract/kit/endpoint.ts';
import type { planCalls } from '#contract/planCalls.ts';
import type { Product } from '#contract/planLists.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { activate, cancelOrder, endByAdmin, grant, grantLicences } from './subscriptions.admin.ts';
import { cancel, change, getDetail, order, type Placed, place } from './subscriptions.buy.ts';
import { collect } from './subscriptions.charges.ts';
import { listLicences, updateLicence } from './subscriptions.licences.ts';
import { findActive, findPending, getOrder, listOrders, listSubscriptions, listUsage, ownUsage } from './subscriptions.lists.ts';
import { createPlan, getPlan, listOffered, listPlans, retirePlan, updatePlan } from './subscriptions.plans.ts';
import { presentPlan } from './subscriptions.queries.ts';

type Calls = ReturnType<typeof planCalls>;
type Handlers = { [Name in keyof Calls]: (ctx: Ctx, input: InputOf<Calls[Name]>) => Promise<ResultOf<Calls[Name]>> };

/** Charges what was just placed, while the payer looks. A repeated call finds it charged. */
export async function pay(ctx: Ctx, { id, invoice }: Placed): Promise<number> {
  if (invoice !== null) await collect(ctx, invoice, { returnUrl: new URL('/billing', ctx.origin).href, force: true });
  return id;
}

export function planHandlers(product: Product): Handlers {
  const offered = (ctx: Ctx, enterprise: boolean) =>
    inTenant(ctx, async (tx) => ({ data: (await listOffered(tx, product, enterprise)).map(presentPlan) }));
  const detail = (ctx: Ctx, id: number) => inTenant(ctx, (tx) => getDetail(tx, product, id));
  const ownOrder = (ctx: Ctx, id: number) => inTenant(ctx, (tx) => getOrder(tx, product, id, { mine: true }));
  return {
    listPlans: (ctx) => offered(ctx, false),
    listEnterprisePlans: (ctx) => offered(ctx, true),
    listSubscriptions: (ctx, { query }) => inTenant(ctx, (tx) => listSubscriptions(tx, product, query)),
    createSubscription: async (ctx, { body }) =>
      detail(ctx, await pay(ctx, await inTenantOnce(ctx, (tx) => place(tx, product, body)))),
    getSubscription: (ctx, { params }) => detail(ctx, params.id),
    updateSubscription: async (ctx, { params, body }) =>
      detail(ctx, await pay(ctx, await inTenantOnce(ctx, (tx) => change(tx, product, params.id, body)))),
    cancelSubscription: async (ctx, { params }) => {
      await inTenant(ctx, (tx) => cancel(tx, product, params.id));
      return detail(ctx, params.id);
    },
    getActiveSubscription: (ctx, { query }) =>
      inTenant(ctx, async (tx) => ({ subscription: await findActive(tx, product, query.type) })),
    getSubscriptionUsage: (ctx) => inTenant(ctx, (tx) => ownUsage(tx, product)),
    getPendingSubscription: (ctx) => inTenant(ctx, async (tx) => ({ subscription: await findPending(tx, product) })),
    listLicences: (ctx, { query }) => inTenant(ctx, (tx) => listLicences(tx, product, query)),
    updateLicence: (ctx, { params, body }) => inTenant(ctx, (tx) => updateLicence(tx, product, params.id, body)),
    orderLicences: async (ctx, { body }) =>
      ownOrder(ctx, await pay(ctx, await inTenantOnce(ctx, (tx) => order(tx, product, body)))),
    listOrders: (ctx, { query }) => inTenant(ctx, (tx) => listOrders(tx, product, { ...query, mine: true })),
    getOrder: (ctx, { params }) => ownOrder(ctx, params.id),
    listAdminPlans: (ctx, { query }) => inTenant(ctx, (tx) => listPlans(tx, product, query)),
    createPlan: (ctx, { body }) => inTenant(ctx, (tx) => createPlan(tx, product, body)),
    getPlan: (ctx, { params }) => inTenant(ctx, (tx) => getPlan(tx, product, params.id)),
    updatePlan: (ctx, { params, body }) => inTenant(ctx, (tx) => updatePlan(tx, product, params.id, body)),
    deletePlan: (ctx, { params }) => inTenant(ctx, (tx) => retirePlan(tx, product, params.id)),
    getAdminUsage: (ctx, { query }) => inTenant(ctx, (tx) => listUsage(tx, product, query)),
    listAdminSubscriptions: (ctx, { query }) => inTenant(ctx, (tx) => listSubscriptions(tx, product, query)),
    grantSubscription: (ctx, { body }) => inTenantOnce(ctx, (tx) => grant(tx, product, body)),
    activateSubscription: (ctx, { body }) => inTenant(ctx, (tx) => activate(tx, product, body)),
    endSubscription: (ctx, { body }) => inTenant(ctx, (tx) => endByAdmin(tx, product, body)),
    listAdminOrders: (ctx, { query }) => inTenant(ctx, (tx) => listOrders(tx, product, { ...query, mine: false })),
    grantLicences: (ctx, { body }) => inTenantOnce(ctx, (tx) => grantLicences(tx, product, body)),
    cancelOrder: (ctx, { body }) => inTenant(ctx, (tx) => cancelOrder(tx, product, body)),
  };
}

import * as contract from '#contract/billing.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { cancelPlan, choosePlan, getBilling, grantMembership, listAccountPlans } from './subscriptions.account.ts';
import { endByAdmin } from './subscriptions.admin.ts';
import { listHistory } from './subscriptions.billing.ts';
import { finishCharge } from './subscriptions.charges.ts';
import { pay } from './subscriptions.handlers.ts';
import { listSubscriptions } from './subscriptions.lists.ts';

const billing = (ctx: Ctx) => inTenant(ctx, getBilling);

export const billingRoutes = routes(contract, {
  listAccountPlans: (ctx, { query }) => inTenant(ctx, (tx) => listAccountPlans(tx, query)),
  getBilling: billing,
  updateAccountPlan: async (ctx, { body }) => {
    await pay(ctx, await inTenantOnce(ctx, (tx) => choosePlan(tx, body)));
    return billing(ctx);
  },
  cancelAccountSubscription: async (ctx, { body }) => {
    await inTenant(ctx, (tx) => cancelPlan(tx, body));
    return billing(ctx);
  },
  listAccountHistory: (ctx, { query }) => inTenant(ctx, (tx) => listHistory(tx, query)),
  finishAccountPayment: (ctx, { params }) => finishCharge(ctx, params.id),
  grantPaidMembership: (ctx, { params, body }) =>
    inTenant(ctx, async (tx) => ({ membership: await grantMembership(tx, params.id, body) })),
  listAccountSubscriptions: (ctx, { query }) => inTenant(ctx, (tx) => listSubscriptions(tx, 'account', query)),
  endAccountSubscription: (ctx, { body }) => inTenant(ctx, (tx) => endByAdmin(tx, 'account', body)),
});

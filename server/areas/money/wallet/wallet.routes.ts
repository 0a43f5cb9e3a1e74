import * as contract from '#contract/wallet.ts';
import { inTenant } from '#kernel/context.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { getAnalytics } from './wallet.analytics.ts';
import { listInvoices, listTransactions } from './wallet.lists.ts';
import { getOwnPayment } from './wallet.payments.ts';
import { allocate, estimateCost, getWallet, listUsagePrices, reclaim, updateSettings } from './wallet.service.ts';
import { returnToPayment, topUp } from './wallet.topUp.ts';

export const walletRoutes = routes(contract, {
  getWallet: (ctx) => inTenant(ctx, getWallet),
  topUpWallet: (ctx, { body }) => topUp(ctx, body),
  finishPayment: async (ctx, { params }) => {
    await inTenant(ctx, (tx) => getOwnPayment(tx, params.id));
    return returnToPayment(ctx, params.id);
  },
  updateWalletSettings: (ctx, { body }) => inTenant(ctx, (tx) => updateSettings(tx, body)),
  listTransactions: (ctx, { query }) => inTenant(ctx, (tx) => listTransactions(tx, query)),
  estimateCost: (ctx, { body }) => inTenant(ctx, (tx) => estimateCost(tx, body)),
  listUsagePrices: (ctx) => inTenant(ctx, listUsagePrices),
  getWalletAnalytics: (ctx, { query }) => inTenant(ctx, (tx) => getAnalytics(tx, query)),
  listInvoices: (ctx, { query }) => inTenant(ctx, (tx) => listInvoices(tx, query)),
  allocateWallet: (ctx, { body }) => inTenantOnce(ctx, (tx) => allocate(tx, body)),
  reclaimWallet: (ctx, { body }) => inTenantOnce(ctx, (tx) => reclaim(tx, body)),
});

import { cardJobs } from '#areas/money/cards/cards.service.ts';
import { walletJobs } from '#areas/money/wallet/wallet.service.ts';
import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { inTenant } from '#kernel/context.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { billingRoutes } from './billing.routes.ts';
import { dialerPlanRoutes } from './dialerPlans.routes.ts';
import { maxPlusRoutes } from './maxPlus.routes.ts';
import { collect, listOpenOf, settleInvoice } from './subscriptions.invoices.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { mailFailure } from './subscriptions.mails.ts';
import { plansOfMe } from './subscriptions.me.ts';
import { taxName, taxPercent } from './subscriptions.officeSettings.ts';
import { invoicePump, periodPump } from './subscriptions.pump.ts';
import { textingPlanRoutes } from './textingPlans.routes.ts';

export const subscriptionArea = area({
  name: 'subscriptions',
  routes: [...billingRoutes, ...maxPlusRoutes, ...textingPlanRoutes, ...dialerPlanRoutes],
  jobs: [
    perform(subscriptionJobs.collect, (ctx, { id }) => collect(ctx, id, { returnUrl: null })),
    perform(subscriptionJobs.mailFailure, mailFailure),
    perform(walletJobs.invoiceSettled, (ctx, { id }) => inTenant(ctx, (tx) => settleInvoice(tx, id))),
    perform(cardJobs.changed, async (ctx, { userId }) => {
      for (const id of await inTenant(ctx, (tx) => listOpenOf(tx, userId)))
        await collect(ctx, id, { returnUrl: null, force: true });
    }),
  ],
  me: plansOfMe,
  pumps: [periodPump, invoicePump],
  settings: [taxPercent, taxName],
  attached: [
    ...doneBy('subscriptions', 'payer_id', 'card_user_id'),
    ...doneBy('plan_licences', 'user_id'),
    ...doneBy('plan_orders', 'user_id'),
    ...doneBy('invoices', 'user_id'),
  ],
});

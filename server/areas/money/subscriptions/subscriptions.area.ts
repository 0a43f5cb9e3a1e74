import { cardJobs } from '#areas/money/cards/cards.service.ts';
import { walletJobs } from '#areas/money/wallet/wallet.service.ts';
import { loadActor } from '#kernel/actors.ts';
import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { billingRoutes } from './billing.routes.ts';
import { dialerPlanRoutes } from './dialerPlans.routes.ts';
import { maxPlusRoutes } from './maxPlus.routes.ts';
import { collect, settleInvoice } from './subscriptions.charges.ts';
import { subscriptionJobs } from './subscriptions.jobs.ts';
import { mailEnded, mailFailure } from './subscriptions.mails.ts';
import { plansOfMe } from './subscriptions.me.ts';
import { taxName, taxPercent } from './subscriptions.officeSettings.ts';
import { listOpenOf, takeOver } from './subscriptions.openInvoices.ts';
import { invoicePump, periodPump } from './subscriptions.pump.ts';
import { textingPlanRoutes } from './textingPlans.routes.ts';

async function chargeAgain(ctx: WorkCtx, { userId }: { userId: number }): Promise<void> {
  const user = await loadActor(ctx.platform, ctx.actor.companyId, userId, null);
  const open = await inTenant(ctx, async (tx) => {
    if (user?.has('money.manage')) await takeOver(tx, userId);
    return listOpenOf(tx, userId);
  });
  for (const id of open) await collect(ctx, id, { returnUrl: null, force: true });
}

export const subscriptionArea = area({
  name: 'subscriptions',
  routes: [...billingRoutes, ...maxPlusRoutes, ...textingPlanRoutes, ...dialerPlanRoutes],
  jobs: [
    perform(subscriptionJobs.collect, (ctx, { id }) => collect(ctx, id, { returnUrl: null })),
    perform(subscriptionJobs.mailFailure, mailFailure),
    perform(subscriptionJobs.mailEnded, mailEnded),
    perform(walletJobs.invoiceSettled, (ctx, { id }) => inTenant(ctx, (tx) => settleInvoice(tx, id))),
    perform(cardJobs.changed, chargeAgain),
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

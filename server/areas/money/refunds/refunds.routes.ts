import { mustHaveCards } from '#areas/money/cards/cards.service.ts';
import * as contract from '#contract/payments.ts';
import { CardsUnavailable } from '#kernel/cards/cards.ts';
import { inTenant } from '#kernel/context.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { askRefund } from './refunds.ask.ts';
import { getPaymentRow, listPayments } from './refunds.lists.ts';
import { finishRefund } from './refunds.settle.ts';

export const refundRoutes = routes(contract, {
  listPayments: (ctx, { query }) => inTenant(ctx, (tx) => listPayments(tx, query)),
  refundPayment: async (ctx, { params, body }) => {
    mustHaveCards(ctx.platform);
    const { id } = await inTenantOnce(ctx, (tx) => askRefund(tx, params.id, body));
    try {
      await finishRefund(ctx, id);
    } catch (err) {
      if (!(err instanceof CardsUnavailable)) throw err;
      ctx.log.warn({ err, refund: id }, 'the card processor did not answer'); // the pump finds out
    }
    return inTenant(ctx, (tx) => getPaymentRow(tx, params.id));
  },
});

import * as contract from '#contract/webhooks.ts';
import { routes } from '#kernel/http/routes.ts';
import { receiveCall } from './webhooks.service.ts';

export const webhookRoutes = routes(contract, {
  receiveWebhook: (ctx, { params, raw }) => receiveCall(ctx, params, raw),
});

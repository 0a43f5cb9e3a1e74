import * as contract from '#contract/scheduledMessages.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { cancelScheduled, listScheduled, schedule, updateScheduled } from './scheduledMessages.service.ts';

export const scheduledMessageRoutes = routes(contract, {
  listScheduledMessages: (ctx, { params }) => inTenant(ctx, (tx) => listScheduled(tx, params.id)),
  createScheduledMessage: (ctx, { params, body }) => inTenant(ctx, (tx) => schedule(tx, params.id, body)),
  updateScheduledMessage: (ctx, { params, body }) => inTenant(ctx, (tx) => updateScheduled(tx, params.id, body)),
  deleteScheduledMessage: (ctx, { params }) => inTenant(ctx, (tx) => cancelScheduled(tx, params.id)),
});

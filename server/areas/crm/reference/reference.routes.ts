import * as contract from '#contract/reference.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { listAgentflowStatuses, listCarriers, listSources, listStatuses } from './reference.service.ts';

export const referenceRoutes = routes(contract, {
  listStatuses: (ctx) => inTenant(ctx, listStatuses),
  listAgentflowStatuses: (ctx) => inTenant(ctx, listAgentflowStatuses),
  listSources: (ctx) => inTenant(ctx, listSources),
  listCarriers: (ctx, { query }) => inTenant(ctx, (tx) => listCarriers(tx, query)),
});

import * as contract from '#contract/reference.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { carriers, listAgentflowStatuses, listCarriers, listSources, listStatuses, statuses } from './reference.service.ts';

export const referenceRoutes = routes(contract, {
  listStatuses: (ctx) => inTenant(ctx, listStatuses),
  listAgentflowStatuses: (ctx) => inTenant(ctx, listAgentflowStatuses),
  listSources: (ctx) => inTenant(ctx, listSources),
  listCarriers: (ctx, { query }) => inTenant(ctx, (tx) => listCarriers(tx, query)),

  listAdminStatuses: (ctx, { query }) => inTenant(ctx, (tx) => statuses.list(tx, query)),
  createStatus: (ctx, { body }) => inTenant(ctx, (tx) => statuses.create(tx, body)),
  updateStatus: (ctx, { params, body }) => inTenant(ctx, (tx) => statuses.update(tx, params.id, body)),
  deleteStatus: (ctx, { params, query }) => inTenant(ctx, (tx) => statuses.remove(tx, params.id, query)),

  listAdminCarriers: (ctx, { query }) => inTenant(ctx, (tx) => carriers.list(tx, query)),
  createCarrier: (ctx, { body }) => inTenant(ctx, (tx) => carriers.create(tx, body)),
  updateCarrier: (ctx, { params, body }) => inTenant(ctx, (tx) => carriers.update(tx, params.id, body)),
  deleteCarrier: (ctx, { params, query }) => inTenant(ctx, (tx) => carriers.remove(tx, params.id, query)),
});

import * as contract from '#contract/security.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { createNetwork, deleteNetwork, listNetworks } from './security.networks.ts';
import { getSecurity, requirePasswordChange, resetTwoFactor, updateSecurity } from './security.service.ts';

export const securityRoutes = routes(contract, {
  getSecurity: (ctx) => inTenant(ctx, getSecurity),
  updateSecurity: (ctx, { body }) => inTenant(ctx, (tx) => updateSecurity(tx, body)),
  requirePasswordChange: (ctx, { body }) => inTenant(ctx, (tx) => requirePasswordChange(tx, body.user_ids)),
  resetTwoFactor: (ctx, { body }) => resetTwoFactor(ctx, body.user_id),
  listNetworks: (ctx, { query }) => inTenant(ctx, (tx) => listNetworks(tx, query)),
  createNetwork: (ctx, { body }) => inTenant(ctx, (tx) => createNetwork(tx, ctx.address, body)),
  deleteNetwork: (ctx, { params }) => inTenant(ctx, (tx) => deleteNetwork(tx, ctx.address, params.id)),
});

import * as contract from '#contract/businessUnits.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { businessUnits, createBusinessUnit, deleteBusinessUnit, updateBusinessUnit } from './businessUnits.service.ts';

export const businessUnitRoutes = routes(contract, {
  listBusinessUnits: (ctx, { query }) => inTenant(ctx, (tx) => businessUnits.list(tx, query)),
  createBusinessUnit: (ctx, { body }) => inTenant(ctx, (tx) => createBusinessUnit(tx, body)),
  updateBusinessUnit: (ctx, { params, body }) => inTenant(ctx, (tx) => updateBusinessUnit(tx, params.id, body)),
  deleteBusinessUnit: (ctx, { params, query }) => inTenant(ctx, (tx) => deleteBusinessUnit(tx, params.id, query)),
});

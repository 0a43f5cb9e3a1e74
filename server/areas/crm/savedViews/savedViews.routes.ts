import * as contract from '#contract/savedViews.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { countSavedViews, createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './savedViews.service.ts';

export const savedViewRoutes = routes(contract, {
  listSavedViews: (ctx) => inTenant(ctx, (tx) => listSavedViews(tx)),
  createSavedView: (ctx, { body }) => inTenant(ctx, (tx) => createSavedView(tx, body)),
  updateSavedView: (ctx, { params, body }) => inTenant(ctx, (tx) => updateSavedView(tx, params.id, body)),
  deleteSavedView: (ctx, { params }) => inTenant(ctx, (tx) => deleteSavedView(tx, params.id)),
  countSavedViews: (ctx, { query }) => inTenant(ctx, (tx) => countSavedViews(tx, query.ids)),
});

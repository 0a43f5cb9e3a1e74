import * as contract from '#contract/corporations.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import {
  createCorporation,
  deleteCorporation,
  downloadLogo,
  getCorporation,
  listCorporations,
  updateCorporation,
} from './corporations.service.ts';

export const corporationRoutes = routes(contract, {
  listCorporations: (ctx, { query }) => inTenant(ctx, (tx) => listCorporations(tx, query)),
  getCorporation: (ctx, { params, query }) => inTenant(ctx, (tx) => getCorporation(tx, params.id, query.type)),
  createCorporation: (ctx, { body, files }) => createCorporation(ctx, body, files),
  updateCorporation: (ctx, { params, body, files }) => updateCorporation(ctx, params.id, body, files),
  deleteCorporation: (ctx, { params }) => inTenant(ctx, (tx) => deleteCorporation(tx, params.id)),
  downloadCorporationLogo: (ctx, { params, query }) => downloadLogo(ctx, params.id, query.v),
});

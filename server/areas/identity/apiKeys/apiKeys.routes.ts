import * as contract from '#contract/apiKeys.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { exportCalls, listCalls } from './apiKeys.calls.ts';
import { listCompanyKeys, revokeCompanyKey } from './apiKeys.company.ts';
import { createKey, listKeys, refreshToken, revokeKey, showToken, updateKey } from './apiKeys.own.ts';

export const apiKeyRoutes = routes(contract, {
  listApiKeys: (ctx) => inTenant(ctx, listKeys),
  createApiKey: (ctx, { body }) => inTenant(ctx, (tx) => createKey(tx, body)),
  updateApiKey: (ctx, { params, body }) => inTenant(ctx, (tx) => updateKey(tx, params.id, body)),
  revokeApiKey: (ctx, { params }) => inTenant(ctx, (tx) => revokeKey(tx, params.id)),
  listApiKeyCalls: (ctx, { params, query }) => inTenant(ctx, (tx) => listCalls(tx, params.id, query)),
  exportApiKeyCalls: (ctx, { params, body }) => exportCalls(ctx, params.id, body.format),
  showApiToken: (ctx) => inTenant(ctx, showToken),
  refreshApiToken: (ctx) => inTenant(ctx, refreshToken),
  listCompanyApiKeys: (ctx, { query }) => inTenant(ctx, (tx) => listCompanyKeys(tx, query)),
  revokeCompanyApiKey: (ctx, { params }) => inTenant(ctx, (tx) => revokeCompanyKey(tx, params.id)),
});

import * as contract from '#contract/sso.ts';
import { routes } from '#kernel/http/routes.ts';
import { logOutByProvider } from './sso.backchannel.ts';
import { verifySsoDomain } from './sso.domains.ts';
import { deleteSsoConnection, getSsoConnection, updateSsoConnection } from './sso.settings.ts';
import { finishSso, isSsoOffered, startSso } from './sso.signIn.ts';

export const ssoRoutes = routes(contract, {
  getSsoOffer: async ({ platform }) => ({ offered: await isSsoOffered(platform.db) }),
  startSso: (ctx, { body }) => startSso(ctx, body),
  finishSso: (ctx, { params, query }) => finishSso(ctx, params.company, query),
  finishSsoWithoutCompany: (ctx, { query }) => finishSso(ctx, null, query),
  logOutByProvider: (ctx, { params, body }) => logOutByProvider(ctx, params.company, body.logout_token),
  getSsoConnection: (ctx) => getSsoConnection(ctx),
  updateSsoConnection: (ctx, { body }) => updateSsoConnection(ctx, body),
  deleteSsoConnection: (ctx) => deleteSsoConnection(ctx),
  verifySsoDomain: (ctx, { body }) => verifySsoDomain(ctx, body.domain),
});

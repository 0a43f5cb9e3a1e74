import * as contract from '#contract/sessions.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { listLoginTypes, loginAsUser, returnToSession } from './sessions.impersonation.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './sessions.own.ts';

export const sessionRoutes = routes(contract, {
  listSessions: (ctx) => inTenant(ctx, listSessions),
  revokeSession: (ctx, { params }) => inTenant(ctx, (tx) => revokeSession(tx, params.id)),
  revokeOtherSessions: (ctx) => inTenant(ctx, revokeOtherSessions),
  listLoginTypes: (ctx, { params }) => listLoginTypes(ctx, params.id),
  loginAsUser: (ctx, { params, body }) => loginAsUser(ctx, params.id, body.login_type),
  returnToSession: (ctx, { params }) => returnToSession(ctx, params.id),
});

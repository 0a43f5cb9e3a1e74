import * as contract from '#contract/signups.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { decideSignup, fetchSignup, getSignup, listSignups, saveSignup } from './signups.service.ts';

export const signupRoutes = routes(contract, {
  fetchSignup: (ctx) => inTenant(ctx, fetchSignup),
  saveSignup: (ctx, { body: { send, ...form } }) => inTenant(ctx, (tx) => saveSignup(tx, form, send)),
  listSignups: (ctx, { query }) => inTenant(ctx, (tx) => listSignups(tx, query)),
  getSignup: (ctx, { params }) => inTenant(ctx, (tx) => getSignup(tx, params.id)),
  approveSignup: (ctx, { params, body }) => inTenant(ctx, (tx) => decideSignup(tx, params.id, 'approved', body.note)),
  returnSignup: (ctx, { params, body }) => inTenant(ctx, (tx) => decideSignup(tx, params.id, 'returned', body.note)),
});

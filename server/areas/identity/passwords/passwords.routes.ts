import * as contract from '#contract/passwords.ts';
import { routes } from '#kernel/http/routes.ts';
import { updatePassword } from './passwords.change.ts';
import { checkPasswordLink, requestPasswordReset, resetPassword } from './passwords.reset.ts';

export const passwordRoutes = routes(contract, {
  requestPasswordReset: (ctx, { body }) => requestPasswordReset(ctx, body.email),
  checkPasswordLink: (ctx, { body }) => checkPasswordLink(ctx, body.token),
  resetPassword: (ctx, { body }) => resetPassword(ctx, body),
  updatePassword: (ctx, { params, body }) => updatePassword(ctx, params.id, body),
});

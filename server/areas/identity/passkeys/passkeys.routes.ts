import * as contract from '#contract/passkeys.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { createPasskey, deletePasskey, listPasskeys, startPasskey, updatePasskey } from './passkeys.own.ts';

export const passkeyRoutes = routes(contract, {
  listPasskeys: (ctx) => inTenant(ctx, listPasskeys),
  startPasskey: (ctx, { body }) => startPasskey(ctx, body.password),
  createPasskey: (ctx, { body }) => createPasskey(ctx, body),
  updatePasskey: (ctx, { params, body }) => inTenant(ctx, (tx) => updatePasskey(tx, params.id, body.name)),
  deletePasskey: (ctx, { params, body }) => deletePasskey(ctx, params.id, body.password),
});

import * as contract from '#contract/accounts.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { getAccountInfo } from './accounts.service.ts';

export const accountRoutes = routes(contract, {
  getAccountInfo: (ctx) => inTenant(ctx, getAccountInfo),
});

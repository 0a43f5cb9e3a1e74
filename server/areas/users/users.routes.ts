import * as contract from '#contract/users.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/routes.ts';
import { acceptTerms, listAssignees, presentMe } from './users.service.ts';

export const userRoutes = routes(contract, {
  getMe: (ctx) => inTenant(ctx, presentMe),
  acceptTerms: (ctx) => acceptTerms(ctx),
  listAssignees: (ctx, { query }) => inTenant(ctx, (tx) => listAssignees(tx, query)),
});

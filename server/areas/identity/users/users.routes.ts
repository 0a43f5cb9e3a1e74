import * as contract from '#contract/users.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { acceptTerms, listAssignees, listManageableBusinessUnits } from './users.service.ts';

export const userRoutes = routes(contract, {
  acceptTerms: (ctx) => acceptTerms(ctx),
  listManageableBusinessUnits: (ctx) => inTenant(ctx, listManageableBusinessUnits),
  listAssignees: (ctx, { query }) => inTenant(ctx, (tx) => listAssignees(tx, query)),
});

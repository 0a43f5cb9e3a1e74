import * as me from '#contract/me.ts';
import * as users from '#contract/users.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { acceptTerms, listAssignees, listManageableBusinessUnits } from './users.service.ts';

export const userRoutes = routes(
  { ...users, ...me },
  {
    acceptTerms: (ctx) => acceptTerms(ctx),
    listManageableBusinessUnits: (ctx) => inTenant(ctx, listManageableBusinessUnits),
    listAssignees: (ctx, { query }) => inTenant(ctx, (tx) => listAssignees(tx, query)),
  },
);

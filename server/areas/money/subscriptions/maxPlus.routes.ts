import * as contract from '#contract/maxPlus.ts';
import { type Ctx, inTenant } from '#kernel/context.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { endByAdmin } from './subscriptions.admin.ts';
import { pay } from './subscriptions.handlers.ts';
import { listSubscriptions } from './subscriptions.lists.ts';
import { cancelForUser, cancelMaxPlus, getMaxPlus, subscribe, subscribePeople } from './subscriptions.maxPlus.ts';
import { listTeam } from './subscriptions.team.ts';

const maxPlus = (ctx: Ctx) => inTenant(ctx, getMaxPlus);

export const maxPlusRoutes = routes(contract, {
  getMaxPlus: maxPlus,
  subscribeMaxPlus: async (ctx, { body }) => {
    await pay(ctx, await inTenantOnce(ctx, (tx) => subscribe(tx, body)));
    return maxPlus(ctx);
  },
  bulkSubscribeMaxPlus: async (ctx, { body }) => {
    await pay(ctx, await inTenantOnce(ctx, (tx) => subscribePeople(tx, body)));
    return maxPlus(ctx);
  },
  cancelMaxPlus: async (ctx, { body }) => {
    await inTenant(ctx, (tx) => cancelMaxPlus(tx, body.type));
    return maxPlus(ctx);
  },
  cancelMaxPlusForUser: async (ctx, { body }) => {
    await inTenant(ctx, (tx) => cancelForUser(tx, body.user_id));
    return maxPlus(ctx);
  },
  listMaxPlusSubscriptions: (ctx, { query }) => inTenant(ctx, (tx) => listSubscriptions(tx, 'max_plus', query)),
  endMaxPlusSubscription: (ctx, { body }) => inTenant(ctx, (tx) => endByAdmin(tx, 'max_plus', body)),
  listManageableUsers: (ctx, { query }) => inTenant(ctx, (tx) => listTeam(tx, query)),
});

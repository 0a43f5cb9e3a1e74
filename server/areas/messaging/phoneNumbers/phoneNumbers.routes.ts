import * as contract from '#contract/phoneNumbers.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { assignNumber, chooseNumber, giveUpNumber, keepNumber } from './phoneNumbers.keep.ts';
import { listNumbers, listOwnNumbers, searchNumbers } from './phoneNumbers.lists.ts';
import { purchase } from './phoneNumbers.orders.ts';

export const phoneNumberRoutes = routes(contract, {
  searchPhoneNumbers: (ctx, { query }) => searchNumbers(ctx, query.query),
  listOwnPhoneNumbers: (ctx) => inTenant(ctx, listOwnNumbers),
  purchasePhoneNumber: (ctx, { body }) => purchase(ctx, body),
  updateOwnPhoneNumber: (ctx, { params, body }) => inTenant(ctx, (tx) => chooseNumber(tx, params.id, body)),
  giveUpPhoneNumber: (ctx, { params }) => inTenant(ctx, (tx) => giveUpNumber(tx, params.id, { own: true })),
  listPhoneNumbers: (ctx, { query }) => inTenant(ctx, (tx) => listNumbers(tx, query)),
  assignPhoneNumber: (ctx, { params, body }) => inTenant(ctx, (tx) => assignNumber(tx, params.id, body.user_id)),
  releasePhoneNumber: (ctx, { params }) => inTenant(ctx, (tx) => giveUpNumber(tx, params.id)),
  keepPhoneNumber: (ctx, { params }) => inTenant(ctx, (tx) => keepNumber(tx, params.id)),
});

import * as contract from '#contract/linkedContacts.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { listLinks, updateLink } from './linkedContacts.service.ts';

export const linkedContactRoutes = routes(contract, {
  listLinkedContacts: (ctx, { params }) => inTenant(ctx, (tx) => listLinks(tx, params.id)),
  updateLinkedContact: (ctx, { params, body }) => inTenant(ctx, (tx) => updateLink(tx, params.id, body)),
});

import * as contract from '#contract/customFields.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import {
  createCustomField,
  customFields,
  deleteCustomField,
  listCustomFields,
  updateCustomField,
} from './customFields.service.ts';

export const customFieldRoutes = routes(contract, {
  listCustomFields: (ctx) => inTenant(ctx, listCustomFields),
  listAdminCustomFields: (ctx, { query }) => inTenant(ctx, (tx) => customFields.list(tx, query)),
  createCustomField: (ctx, { body }) => inTenant(ctx, (tx) => createCustomField(tx, body)),
  updateCustomField: (ctx, { params, body }) => inTenant(ctx, (tx) => updateCustomField(tx, params.id, body)),
  deleteCustomField: (ctx, { params, query }) => inTenant(ctx, (tx) => deleteCustomField(tx, params.id, query)),
});

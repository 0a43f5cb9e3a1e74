import * as contract from '#contract/customFields.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { createCustomField, deleteCustomField, listCustomFields, updateCustomField } from './customFields.service.ts';

export const customFieldRoutes = routes(contract, {
  listCustomFields: (ctx) => inTenant(ctx, listCustomFields),
  createCustomField: (ctx, { body }) => inTenant(ctx, (tx) => createCustomField(tx, body)),
  updateCustomField: (ctx, { params, body }) => inTenant(ctx, (tx) => updateCustomField(tx, params.id, body)),
  deleteCustomField: (ctx, { params }) => inTenant(ctx, (tx) => deleteCustomField(tx, params.id)),
});

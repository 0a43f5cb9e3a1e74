import * as contract from '#contract/bulk.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { cancelBulkAction, getBulkAction, listBulkActions } from './bulk.service.ts';

export const bulkRoutes = routes(contract, {
  listBulkActions: (ctx) => inTenant(ctx, listBulkActions),
  getBulkAction: (ctx, { params }) => inTenant(ctx, (tx) => getBulkAction(tx, params.id)),
  cancelBulkAction: (ctx, { params }) => inTenant(ctx, (tx) => cancelBulkAction(tx, params.id)),
});

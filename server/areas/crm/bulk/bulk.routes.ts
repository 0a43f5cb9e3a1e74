import * as contract from '#contract/bulk.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { cancelBulkAction, getBulkAction, listBulkActions } from './bulk.service.ts';

export const bulkRoutes = (operations: Operation[]) =>
  routes(contract, {
    listBulkActions: (ctx) => inTenant(ctx, (tx) => listBulkActions(tx, operations)),
    getBulkAction: (ctx, { params }) => inTenant(ctx, (tx) => getBulkAction(tx, operations, params.id)),
    cancelBulkAction: (ctx, { params }) => inTenant(ctx, (tx) => cancelBulkAction(tx, operations, params.id)),
  });

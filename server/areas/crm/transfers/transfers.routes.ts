import * as contract from '#contract/transfers.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { listAttempts, listContactTransfers, listLogs } from './transfers.lists.ts';
import { closeAttempt, getAttempt, revertAttempt, startTransfer } from './transfers.service.ts';

export const transferRoutes = routes(contract, {
  transferContacts: (ctx, { body }) => inTenant(ctx, (tx) => startTransfer(tx, body, {})),
  updateAndTransferContacts: (ctx, { body: { fields, ...body } }) => inTenant(ctx, (tx) => startTransfer(tx, body, fields)),
  listTransferAttempts: (ctx, { query }) => inTenant(ctx, (tx) => listAttempts(tx, query)),
  getTransferAttempt: (ctx, { params }) => inTenant(ctx, (tx) => getAttempt(tx, params.id)),
  getTransferStatus: (ctx, { params }) => inTenant(ctx, (tx) => getAttempt(tx, params.id)),
  updateTransferAttempt: (ctx, { params, body }) =>
    inTenant(ctx, (tx) => (body.revert ? revertAttempt(tx, params.id) : closeAttempt(tx, params.id))),
  revertTransferAttempt: (ctx, { params }) => inTenant(ctx, (tx) => revertAttempt(tx, params.id)),
  listTransferLogs: (ctx, { params, query }) => inTenant(ctx, (tx) => listLogs(tx, params.id, query)),
  listContactTransfers: (ctx, { params, query }) => inTenant(ctx, (tx) => listContactTransfers(tx, params.id, query)),
});

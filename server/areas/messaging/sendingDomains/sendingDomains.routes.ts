import * as contract from '#contract/sendingDomains.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import {
  checkSendingDomain,
  createSendingDomain,
  deleteSendingDomain,
  listSendingDomains,
  setSandboxRecords,
} from './sendingDomains.service.ts';

export const sendingDomainRoutes = routes(contract, {
  listSendingDomains: (ctx) => inTenant(ctx, (tx) => listSendingDomains(tx, ctx.platform)),
  createSendingDomain: (ctx, { body }) => createSendingDomain(ctx, body.domain),
  checkSendingDomain: (ctx, { params }) => checkSendingDomain(ctx, params.id),
  deleteSendingDomain: (ctx, { params }) => inTenant(ctx, (tx) => deleteSendingDomain(tx, params.id)),
  setSandboxRecords: (ctx, { params, body }) => setSandboxRecords(ctx, params.id, body.kinds),
});

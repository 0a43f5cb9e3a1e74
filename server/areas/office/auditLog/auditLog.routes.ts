import * as contract from '#contract/auditLog.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { exportAuditLog, listAuditEntries } from './auditLog.service.ts';

export const auditLogRoutes = routes(contract, {
  listAuditEntries: (ctx, { query }) => inTenant(ctx, (tx) => listAuditEntries(tx, query)),
  exportAuditLog: (ctx, { query }) => exportAuditLog(ctx, query),
});

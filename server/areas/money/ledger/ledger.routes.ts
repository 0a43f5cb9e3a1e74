import * as contract from '#contract/ledger.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { reconcileCompany } from './ledger.service.ts';

export const ledgerRoutes = routes(contract, {
  reconcileLedger: (ctx) => inTenant(ctx, reconcileCompany),
});

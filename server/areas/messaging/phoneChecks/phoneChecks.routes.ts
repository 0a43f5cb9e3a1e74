import * as contract from '#contract/phoneChecks.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { inTenantOnce } from '#kernel/http/once.ts';
import { routes } from '#kernel/http/routes.ts';
import { listContactPhones, listPhoneChecks } from './phoneChecks.lists.ts';
import { checkPhone, checkSelection, estimateChecks } from './phoneChecks.service.ts';

export const phoneCheckRoutes = routes(contract, {
  listContactPhones: (ctx, { params }) => inTenant(ctx, (tx) => listContactPhones(tx, params.id)),
  checkPhone: (ctx, { body }) => withCarrier(ctx, (tx) => checkPhone(tx, body)),
  estimatePhoneChecks: (ctx, { body }) => inTenant(ctx, (tx) => estimateChecks(tx, body)),
  purchasePhoneChecks: (ctx, { body }) => withCarrier(ctx, (tx) => checkSelection(tx, body)),
  checkPhonesOfGroup: (ctx, { body }) => withCarrier(ctx, (tx) => checkSelection(tx, body)),
  listPhoneChecks: (ctx, { query }) => inTenant(ctx, (tx) => listPhoneChecks(tx, query)),
});

function withCarrier<T extends object>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!ctx.platform.telephony) throw fail('phones.not_configured');
  return inTenantOnce(ctx, work);
}

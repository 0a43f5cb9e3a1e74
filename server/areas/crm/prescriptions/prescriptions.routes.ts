import * as contract from '#contract/prescriptions.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { updatePrescriptions, viewPrescriptions } from './prescriptions.service.ts';

export const prescriptionRoutes = routes(contract, {
  getRxDetails: (ctx, { params }) => inTenant(ctx, (tx) => viewPrescriptions(tx, params.id)),
  updateRxDetails: (ctx, { params, body }) => inTenant(ctx, (tx) => updatePrescriptions(tx, params.id, body)),
});

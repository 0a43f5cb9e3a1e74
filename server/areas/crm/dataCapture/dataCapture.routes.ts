import * as contract from '#contract/dataCapture.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { getDataCapture, saveAnswers } from './dataCapture.service.ts';

export const dataCaptureRoutes = routes(contract, {
  getDataCapture: (ctx, { params }) => inTenant(ctx, (tx) => getDataCapture(tx, params.id)),
  updateDataCapture: (ctx, { params, body }) => inTenant(ctx, (tx) => saveAnswers(tx, params.id, body.data_captures)),
});

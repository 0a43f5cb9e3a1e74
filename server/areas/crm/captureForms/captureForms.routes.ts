import * as contract from '#contract/captureForms.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { createForm, deleteForm, getForm, listActiveForms, listForms, updateForm } from './captureForms.service.ts';

export const captureFormRoutes = routes(contract, {
  listCaptureForms: (ctx) => inTenant(ctx, async (tx) => ({ data: await listActiveForms(tx) })),
  listAdminCaptureForms: (ctx, { query }) => inTenant(ctx, (tx) => listForms(tx, query)),
  getCaptureForm: (ctx, { params }) => inTenant(ctx, (tx) => getForm(tx, params.id)),
  createCaptureForm: (ctx, { body }) => inTenant(ctx, (tx) => createForm(tx, body.name)),
  updateCaptureForm: (ctx, { params, body }) => inTenant(ctx, (tx) => updateForm(tx, params.id, body)),
  deleteCaptureForm: (ctx, { params, query }) => inTenant(ctx, (tx) => deleteForm(tx, params.id, query)),
});

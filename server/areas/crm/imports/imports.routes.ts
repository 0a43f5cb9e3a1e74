import * as drafts from '#contract/importDrafts.ts';
import * as problems from '#contract/importProblems.ts';
import * as imports from '#contract/imports.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { getDraft, listDrafts, saveDraft } from './imports.drafts.ts';
import { previewFile } from './imports.preview.ts';
import { downloadDropped, listProblems } from './imports.problems.ts';
import { getAttempt, listAttempts, presentAttempt } from './imports.queries.ts';
import { downloadRejected } from './imports.rejects.ts';
import { draftRejected, retryImport } from './imports.retry.ts';
import { cancelImport, deleteAttempt, startBySetting, startImport, validateFile } from './imports.service.ts';
import { createSetting, deleteSetting, listSettings } from './imports.settings.ts';
import { listKept, startUndo } from './imports.undo.ts';

const contract = { ...imports, ...drafts, ...problems };

export const importRoutes = routes(contract, {
  validateImport: (ctx, { files }) => validateFile(ctx, files),
  previewImport: (ctx, { body }) => previewFile(ctx, body.id, body.form),
  importContacts: (ctx, { body, files }) => startImport(ctx, body, files),
  uploadLeads: (ctx, { body, files }) => inTenant(ctx, (tx) => startBySetting(tx, body.id, body.import_setting_id, files)),
  listImportAttempts: (ctx, { query }) => inTenant(ctx, (tx) => listAttempts(tx, query)),
  getImportAttempt: (ctx, { params }) => inTenant(ctx, async (tx) => presentAttempt(await getAttempt(tx, params.id))),
  downloadRejectedRows: (ctx, { params }) => downloadRejected(ctx, params.id),
  cancelImport: (ctx, { params }) => inTenant(ctx, (tx) => cancelImport(tx, params.id)),
  undoImport: (ctx, { params }) => inTenant(ctx, (tx) => startUndo(tx, params.id)),
  listKeptContacts: (ctx, { params, query }) => inTenant(ctx, (tx) => listKept(tx, params.id, query)),
  deleteImportAttempt: (ctx, { params }) => deleteAttempt(ctx, params.id),
  retryFailedImport: (ctx, { params }) => retryImport(ctx, params.id),
  draftRejectedRows: (ctx, { params }) => draftRejected(ctx, params.id),
  listImportSettings: (ctx) => inTenant(ctx, listSettings),
  createImportSetting: (ctx, { body }) => inTenant(ctx, (tx) => createSetting(tx, body.name, body.form)),
  listImportDrafts: (ctx) => inTenant(ctx, listDrafts),
  getImportDraft: (ctx, { params }) => getDraft(ctx, params.id),
  updateImportDraft: (ctx, { params, body }) => inTenant(ctx, (tx) => saveDraft(tx, params.id, body.form, body.step)),
  listImportProblems: (ctx, { params, query }) => inTenant(ctx, (tx) => listProblems(tx, params.id, query)),
  downloadDroppedValues: (ctx, { params }) => downloadDropped(ctx, params.id),
  deleteImportSetting: (ctx, { params }) => inTenant(ctx, (tx) => deleteSetting(tx, params.id)),
});

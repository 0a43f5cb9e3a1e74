import * as signatures from '#contract/emailSignatures.ts';
import * as contract from '#contract/emails.ts';
import * as texts from '#contract/textTemplates.ts';
import { inTenant } from '#kernel/context.ts';
import { routes } from '#kernel/http/routes.ts';
import { addEmailFile, openEmailFile } from './templates.files.ts';
import { previewEmail } from './templates.preview.ts';
import {
  bulkUpdateEmails,
  createEmail,
  deleteEmail,
  getEmail,
  listEmails,
  listReadyEmails,
  updateEmail,
} from './templates.service.ts';
import { findSignature, setSignature } from './templates.signature.ts';
import {
  createTextTemplate,
  deleteTextTemplate,
  listReadyTextTemplates,
  listTextTemplates,
  updateTextTemplate,
} from './templates.texts.ts';
import { sendTestEmail } from './templates.tryOut.ts';

export const templateRoutes = routes(contract, {
  listEmails: (ctx, { query }) => inTenant(ctx, (tx) => listEmails(tx, query)),
  listReadyEmails: (ctx, { query }) => inTenant(ctx, (tx) => listReadyEmails(tx, query.q)),
  getEmail: (ctx, { params }) => inTenant(ctx, (tx) => getEmail(tx, params.id)),
  createEmail: (ctx, { body }) => inTenant(ctx, (tx) => createEmail(tx, body)),
  updateEmail: (ctx, { params, body }) => inTenant(ctx, (tx) => updateEmail(tx, params.id, body)),
  deleteEmail: (ctx, { params }) => inTenant(ctx, (tx) => deleteEmail(tx, params.id)),
  bulkUpdateEmails: (ctx, { body }) => inTenant(ctx, (tx) => bulkUpdateEmails(tx, body)),
  uploadEmailFile: (ctx, { files }) => inTenant(ctx, (tx) => addEmailFile(tx, files)),
  downloadEmailFile: (ctx, { params }) => openEmailFile(ctx, params.fileId),
  previewEmail: (ctx, { body }) => previewEmail(ctx, body),
});

export const signatureRoutes = routes(signatures, {
  getEmailSignature: (ctx) => inTenant(ctx, async (tx) => ({ doc: await findSignature(tx) })),
  updateEmailSignature: (ctx, { body }) => inTenant(ctx, (tx) => setSignature(tx, body.doc)),
  sendTestEmail: (ctx, { body }) => sendTestEmail(ctx, body),
});

export const textTemplateRoutes = routes(texts, {
  listTextTemplates: (ctx, { query }) => inTenant(ctx, (tx) => listTextTemplates(tx, query)),
  listReadyTextTemplates: (ctx, { query }) => inTenant(ctx, (tx) => listReadyTextTemplates(tx, query.q)),
  createTextTemplate: (ctx, { body }) => inTenant(ctx, (tx) => createTextTemplate(tx, body)),
  updateTextTemplate: (ctx, { params, body }) => inTenant(ctx, (tx) => updateTextTemplate(tx, params.id, body)),
  deleteTextTemplate: (ctx, { params }) => inTenant(ctx, (tx) => deleteTextTemplate(tx, params.id)),
});

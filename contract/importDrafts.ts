// An import before it starts: the form is saved at each change, so that a user can continue on another device.
import { z } from 'zod';
import { ImportAttempt, ImportDraft, ImportForm } from './imports.ts';
import { ById, endpoint, Id, List, paces } from './kit/endpoint.ts';

export const draftSteps = ['map', 'check'] as const;

export const SavedImportDraft = ImportDraft.extend({
  /** The saved form; null if nothing was changed. Its fields have no sample values: those are in `fields`. */
  form: ImportForm.nullable(),
  step: z.enum(draftSteps),
}).meta({ id: 'SavedImportDraft' });
export type SavedImportDraft = z.output<typeof SavedImportDraft>;

export const ImportDraftRow = z
  .object({
    id: Id,
    file_name: z.string(),
    /** Bytes. */
    size: z.int(),
    rows_estimate: z.int(),
    step: z.enum(draftSteps),
    created_at: z.string(),
  })
  .meta({ id: 'ImportDraftRow' });
export type ImportDraftRow = z.output<typeof ImportDraftRow>;

export const listImportDrafts = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_drafts',
  summary: 'Your newest ten import drafts',
  permission: 'contacts.import',
  response: List(ImportDraftRow),
});

export const getImportDraft = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_drafts/:id',
  summary: 'An import draft: its file and its saved form',
  permission: 'contacts.import',
  params: ById,
  response: SavedImportDraft,
  errors: ['imports.not_a_draft', 'imports.unreadable'],
});

export const updateImportDraft = endpoint({
  method: 'PUT',
  path: '/v1/contacts/import_drafts/:id',
  summary: 'Save the form of an import draft',
  permission: 'contacts.import',
  rateLimit: { limit: 300, seconds: 60, by: 'user' },
  params: ById,
  body: z.object({ form: ImportForm, step: z.enum(draftSteps) }),
  response: z.object({ id: Id }),
  errors: ['imports.not_a_draft'],
});

export const draftRejectedRows = endpoint({
  method: 'POST',
  path: '/v1/contacts/import_attempts/:id/rejected_draft',
  summary: 'Make a new draft from the rejected rows, to check and correct them before the import',
  permission: 'contacts.import',
  params: ById,
  response: ImportAttempt,
  status: 201,
  errors: ['imports.nothing_to_retry', 'imports.not_finished', 'files.storage_full'],
  rateLimit: paces.heavy,
});

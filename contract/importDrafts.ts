// An import before it starts: its form is kept as somebody changes it, so that another device goes on where this one was left.
import { z } from 'zod';
import { ImportAttempt, ImportDraft, ImportForm } from './imports.ts';
import { ById, endpoint, Id, List, paces } from './kit/endpoint.ts';

export const draftSteps = ['map', 'check'] as const;

/** Days that a draft is kept: one that nobody has changed goes sooner. */
export const draftDays = 7;

export const SavedImportDraft = ImportDraft.extend({
  /** As it was left; null where nothing was changed. Its fields carry no values: those are in `fields`. */
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
  summary: 'Own files that were looked at and not imported yet, the newest first, ten at most',
  permission: 'contacts.import',
  response: List(ImportDraftRow),
});

export const getImportDraft = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_drafts/:id',
  summary: 'A file that was looked at, with the form as it was left',
  permission: 'contacts.import',
  params: ById,
  response: SavedImportDraft,
  errors: ['imports.not_a_draft', 'imports.unreadable'],
});

export const updateImportDraft = endpoint({
  method: 'PUT',
  path: '/v1/contacts/import_drafts/:id',
  summary: 'Keep the form of an import that is not started yet',
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
  summary: 'Make a new file of the rejected rows, to be checked and corrected before it is imported',
  permission: 'contacts.import',
  params: ById,
  response: ImportAttempt,
  status: 201,
  errors: ['imports.nothing_to_retry', 'imports.not_finished', 'files.storage_full'],
  rateLimit: paces.heavy,
});

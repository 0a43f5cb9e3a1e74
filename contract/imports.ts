// Imports of leads from files: check a file, map its columns, preview, run, and get every rejected row back.
import { z } from 'zod';
import { ById, endpoint, Id, Limit, Line, List, Nothing, Page, Paged, paces } from './kit/endpoint.ts';
import { filterOf, tabOf } from './kit/paging.ts';
import { contactKinds, tagColors } from './lookups.ts';
import { Person } from './users.ts';

/** Target fields of a column; besides these `custom:<id>` for custom fields. `name` splits into first and last. */
export const importTargets = {
  name: 'Full name',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  suffix: 'Suffix',
  preferred_name: 'Preferred name',
  organization: 'Organization',
  occupation: 'Occupation',
  birth_date: 'Birth date',
  gender: 'Gender',
  language: 'Language',
  marital_status: 'Marital status',
  tobacco_user: 'Tobacco user',
  mobile_phone: 'Mobile phone',
  other_phone: 'Other phone',
  email: 'E-mail',
  other_email: 'Other e-mail',
  address: 'Address',
  address_2: 'Address line 2',
  city: 'City',
  state: 'State',
  zip_code: 'Zip code',
  county: 'County',
  timezone: 'Time zone',
  status: 'Status',
  source: 'Source',
  category: 'Category',
  tags: 'Tags',
  note: 'Note',
  do_not_call: 'Do not call',
  do_not_text: 'Do not text',
  do_not_email: 'Do not e-mail',
  do_not_mail: 'Do not mail',
  medicare_number: 'Medicare number',
  medicare_part_a: 'Medicare part A from',
  medicare_part_b: 'Medicare part B from',
  medicare_plan: 'Medicare plan',
} as const;
export type ImportTarget = keyof typeof importTargets | `custom:${number}`;
const Target = z.custom<ImportTarget>(
  (value) => typeof value === 'string' && (Object.hasOwn(importTargets, value) || /^custom:\d{1,15}$/.test(value)),
  'This field does not exist',
);

/** A wider table is not a table of contacts. */
export const maxColumns = 2_000;

export const longestHeading = 500;
/** The order in which 03/04/2025 is read. */
export const dateOrders = ['mdy', 'dmy', 'ymd'] as const;
export const ImportField = z.object({
  /** The column's index in the file, from 0. */
  column: z.int().min(0).max(16_383),
  /** The first line's cell in this column, used as a heading or not; '' in a form whose file has none. */
  heading: z.string().max(longestHeading),
  /** Null: the column is left out. */
  field: Target.nullable(),
  /** The date order of this column, from its values or the user; otherwise the form's. */
  date_order: z.enum(dateOrders).nullable().optional(),
  /** The first values in this column. Removed before sending. */
  preview: z.array(z.string()).optional(),
});
export type ImportField = z.output<typeof ImportField>;

const NamedTag = z.object({ name: Line(60).min(1), color: z.enum(tagColors).default('gray') });

/** How rows are matched with existing contacts. */
export const ScrubAgainst = z.object({
  /** A row matches if any of these agrees. */
  by: z
    .array(z.enum(['phone', 'email', 'name_address']))
    .max(3)
    .default(['phone', 'email']),
  rule: z.enum(['skip', 'update', 'create']).default('skip'),
  /** Added to existing contacts that a row matched. */
  updated_lead_tags: z.array(NamedTag).max(20).default([]),
});

export const ApiVendorObject = z.object({
  vendor_name: Line(100).default(''),
  lead_type: Line(100).default(''),
  vendor_id: Id.nullable().default(null),
});

/** Rules for an unreadable value: store the contact without the value, or reject the row. */
export const wrongValueRules = ['drop', 'reject'] as const;

/**
 * Chosen by field and reason, in the preview's words; otherwise `otherwise`.
 * `drop` never applies to a wish not to be contacted unless chosen: without the wish the contact could be called.
 */
export const WrongValues = z.object({
  otherwise: z.enum(wrongValueRules).default('drop'),
  choices: z
    .array(z.object({ field: Target, reason: Line(300).min(1), action: z.enum(wrongValueRules) }))
    .max(500)
    .default([]),
});

/** Characters of a value in a correction. */
export const longestCorrected = 500;

/** Reads a value as another one: in one line of the file, or everywhere in that field's column. */
export const ImportCorrection = z.object({
  field: Target.refine((field): boolean => field !== 'medicare_number', 'Correct a Medicare number in the file'), // a form is not sealed
  /** Null: in every row. */
  line: z.int().min(1).max(2_147_483_647).nullable().default(null),
  /** As in the file, at most its beginning; ignores case and outer spaces. A different value stays as it is. */
  value: Line(longestCorrected),
  /** As a cell of the file could have it; '' leaves the value out. */
  as: Line(longestCorrected),
});
export type ImportCorrection = z.output<typeof ImportCorrection>;

export const ImportForm = z
  .object({
    kind: z.enum(contactKinds).default('lead'),
    /** User id; the importer if neither it nor a pool is given. */
    owner: Id.nullable().default(null),
    pool: z.object({ value: Id }).nullable().default(null),
    tags: z.array(NamedTag).max(20).default([]),
    source_id: Id.nullable().default(null),
    status_id: Id.nullable().default(null),
    category_id: Id.nullable().default(null),
    scrub_against: ScrubAgainst.prefault({}),
    api_vendor_obj: ApiVendorObject.nullable().default(null),
    fields: z.array(ImportField).min(1).max(maxColumns),
    /** False if the first line is data already. */
    has_headings: z.boolean().default(true),
    /** For columns without an order of their own. */
    date_order: z.enum(dateOrders).default('mdy'),
    wrong_values: WrongValues.prefault({}),
    corrections: z.array(ImportCorrection).max(1_000).default([]),
  })
  .meta({ id: 'ImportForm' });
export type ImportForm = z.output<typeof ImportForm>;
export type ImportFormInput = z.input<typeof ImportForm>;

export const importStatuses = [
  'draft',
  'queued',
  'processing',
  'complete',
  'failed',
  'cancelled',
  'undoing',
  'undone',
  'undo_failed',
] as const;
export const importTabs = ['all', 'processing', 'complete', 'failed'] as const;

export const ImportAttempt = z
  .object({
    id: Id,
    status: z.enum(importStatuses),
    file_name: z.string(),
    /** Bytes of the file, and how many are done. */
    size: z.int(),
    read: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    rejected: z.int(),
    /** Unreadable values in rows whose contacts were stored without them. */
    dropped: z.int(),
    /** How often each reason occurred, in rejected and in stored rows. The most frequent first, at most 200. */
    problems: z.array(z.object({ field: z.string(), reason: z.string(), rejected: z.int(), dropped: z.int() })),
    /** Contacts that an undo restored or deleted, and those it skipped because someone edited them since. */
    undone: z.int(),
    kept: z.int(),
    /** Set if this attempt imports the rejected rows of an earlier one. */
    retry_of: Id.nullable(),
    owner: Person.nullable(),
    pool: Person.nullable(),
    asked_by: Person.nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
    /** Why the whole import failed, for the user who started it. */
    error: z.string().nullable(),
    can: z.object({
      cancel: z.boolean(),
      undo: z.boolean(),
      delete: z.boolean(),
      retry: z.boolean(),
      rejected: z.boolean(),
    }),
  })
  .meta({ id: 'ImportAttempt' });
export type ImportAttempt = z.output<typeof ImportAttempt>;

/** Days after its end in which an import can be undone; the journal is kept for longer. */
export const undoDays = 90;

/** A contact that an undo skipped. */
export const KeptContact = z
  .object({
    contact: Person,
    /** The import's change to the contact. */
    was: z.enum(['created', 'updated']),
    /** The last user who edited it; null if it was only out of reach. */
    changed_by: Person.nullable(),
    changed_at: z.string().nullable(),
  })
  .meta({ id: 'KeptContact' });
export type KeptContact = z.output<typeof KeptContact>;

export const ImportDraft = ImportAttempt.extend({
  format: z.enum(['csv', 'xlsx']),
  /** How a CSV was read. */
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  has_headings: z.boolean(),
  fields: z.array(ImportField),
  /** Saved settings with all their headings in this file; the fields come from them. */
  setting_id: Id.nullable(),
  /** The system that the headings look like, if recognised: `google`, `outlook`, `hubspot`, `salesforce`, `vendor`. */
  recognised: z.string().nullable(),
  /** Rows in the file: exact for a small file, estimated for a large one. */
  rows_estimate: z.int(),
  warnings: z.array(z.string()),
}).meta({ id: 'ImportDraft' });
export type ImportDraft = z.output<typeof ImportDraft>;

export const ImportPreview = z
  .object({
    /** The result for the first rows. */
    rows: z.array(
      z.object({
        /** Line in the file, from 1, headings included. */
        line: z.int(),
        outcome: z.enum(['create', 'update', 'skip', 'reject']),
        /** Values as they would be stored, by field; unreadable ones as in the file. */
        values: z.record(z.string(), z.string()),
        /** Why a cell cannot be read, and what that does to the row, by field. */
        errors: z.record(z.string(), z.object({ reason: z.string(), action: z.enum(wrongValueRules) })),
        matches: Id.nullable(),
      }),
    ),
    /** Counts over the previewed rows. */
    looked_at: z.int(),
    totals: z.object({ create: z.int(), update: z.int(), skip: z.int(), reject: z.int() }),
    /** Sentences about dates that do not fit their column's order. */
    warnings: z.array(z.string()),
    /** How often each reason occurs, the most frequent first. */
    problems: z.array(
      z.object({
        field: z.string(),
        reason: z.string(),
        count: z.int(),
        action: z.enum(wrongValueRules),
        /** The most frequent values, at most 20; none if they must not be shown. `others`: how many more there are. */
        values: z.array(z.object({ value: z.string(), count: z.int() })),
        others: z.int(),
      }),
    ),
  })
  .meta({ id: 'ImportPreview' });
export type ImportPreview = z.output<typeof ImportPreview>;

export const ImportSetting = z
  .object({
    id: Id,
    name: z.string(),
    form: ImportForm,
    /** Whether the caller may delete it: their own, or as a leader. */
    deletable: z.boolean(),
  })
  .meta({ id: 'ImportSetting' });
export type ImportSetting = z.output<typeof ImportSetting>;

/** Multipart text fields carry JSON as text. */
const Json = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'This is not JSON' });
      return z.NEVER;
    }
  }, schema);
const PartId = z.coerce.number().pipe(Id);

export const validateImport = endpoint({
  method: 'POST',
  path: '/v1/contacts/validate_import',
  summary: 'Check a file: its format, its columns and the suggested field of each. Imports nothing',
  permission: 'contacts.import',
  rateLimit: { limit: 60, seconds: 60, by: 'user' }, // a large file is read and stored
  kind: 'multipart',
  body: z.object({}),
  response: ImportDraft,
  status: 201,
  errors: ['imports.unreadable', 'imports.empty', 'too_large', 'files.storage_full'],
});

export const previewImport = endpoint({
  method: 'POST',
  path: '/v1/contacts/import_preview',
  summary: 'Preview the import of the first 1,000 rows of a validated file',
  reads: true,
  permission: 'contacts.import',
  rateLimit: { limit: 120, seconds: 60, by: 'user' },
  body: z.object({ id: Id, form: ImportForm }),
  response: ImportPreview,
  errors: ['imports.nothing_mapped', 'imports.unreadable'],
});

export const importContacts = endpoint({
  method: 'POST',
  path: '/v1/contacts/import',
  summary: 'Start the import of a validated file (id) or of an uploaded file, with an import form',
  permission: 'contacts.import',
  kind: 'multipart',
  body: z.object({ id: PartId.optional(), form: Json(ImportForm) }),
  response: ImportAttempt,
  status: 202,
  errors: [
    'imports.nothing_mapped',
    'imports.not_a_draft',
    'imports.undo_running',
    'imports.unreadable',
    'imports.empty',
    'files.storage_full',
    'imports.nothing_to_retry',
  ],
  rateLimit: paces.heavy,
});

export const uploadLeads = endpoint({
  method: 'POST',
  path: '/v1/contacts/leads_uploader',
  summary: 'Start the import of a validated file with saved settings',
  permission: 'contacts.import',
  kind: 'multipart',
  body: z.object({ id: PartId, import_setting_id: PartId }),
  response: ImportAttempt,
  status: 202,
  errors: ['imports.nothing_mapped', 'imports.not_a_draft', 'imports.undo_running'],
  rateLimit: paces.heavy,
});

export const listImportAttempts = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_attempts',
  summary: 'Import attempts, the newest first',
  permission: 'contacts.import',
  query: z.object({
    page: Page,
    limit: Limit(25),
    ...filterOf(['file_name', 'owner']),
    ...tabOf(importTabs),
    /** `me`: those that you started or continue; `team`: all that you may see. */
    of: z.enum(['me', 'team']).default('team'),
  }),
  response: Paged(ImportAttempt),
});

export const getImportAttempt = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id',
  summary: 'One import attempt',
  permission: 'contacts.import',
  params: ById,
  response: ImportAttempt,
});

export const downloadRejectedRows = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/rejected.csv',
  summary: 'Every rejected row as in the file, with its line number and the reason',
  permission: 'contacts.import',
  kind: 'stream',
  params: ById,
  response: Nothing,
  rateLimit: paces.heavy,
});

export const cancelImport = endpoint({
  method: 'POST',
  path: '/v1/contacts/import_attempts/:id/cancel',
  summary: 'Stop an import after the current rows. Stored rows stay; retry continues from there',
  permission: 'contacts.import',
  params: ById,
  response: ImportAttempt,
  errors: ['imports.not_running'],
  rateLimit: paces.heavy,
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/v1/contacts/import_attempts/:id/undo',
  summary: `Undo an import, for ${undoDays} days: deletes its new contacts and restores its changes; skips contacts that someone edited since`,
  permission: 'contacts.import',
  params: ById,
  response: ImportAttempt,
  status: 202,
  errors: ['imports.not_finished', 'imports.nothing_to_undo', 'imports.others_running'],
  rateLimit: paces.heavy,
});

export const listKeptContacts = endpoint({
  method: 'GET',
  path: '/v1/contacts/import_attempts/:id/kept',
  summary: 'Contacts that an undo skipped, and who edited them since the import',
  permission: 'contacts.import',
  params: ById,
  query: z.object({ after: z.coerce.number().pipe(z.int().min(0)).default(0), limit: Limit(50) }),
  response: z.object({ data: z.array(KeptContact), meta: z.object({ next: Id.nullable() }) }),
});

export const deleteImportAttempt = endpoint({
  method: 'DELETE',
  path: '/v1/contacts/delete_import_attempts/:id',
  summary: 'Delete an attempt with its file and rejected rows. Its contacts stay',
  permission: 'contacts.import',
  params: ById,
  response: Nothing,
  errors: ['imports.not_finished'],
  rateLimit: paces.heavy,
});

export const retryFailedImport = endpoint({
  method: 'POST',
  path: '/v1/contacts/retry_failed_import_attempts/:id',
  summary: 'Import the rejected rows of an attempt again, or continue one that failed',
  permission: 'contacts.import',
  params: ById,
  response: ImportAttempt,
  status: 202,
  errors: ['imports.nothing_to_retry', 'imports.not_finished', 'imports.undo_running', 'files.storage_full'],
  rateLimit: paces.heavy,
});

export const listImportSettings = endpoint({
  method: 'GET',
  path: '/v1/import_settings',
  summary: 'Saved import settings',
  permission: 'contacts.import',
  response: List(ImportSetting),
});
export const createImportSetting = endpoint({
  method: 'POST',
  path: '/v1/import_settings',
  summary: 'Save an import form under a name',
  permission: 'contacts.import',
  body: z.object({ name: Line(100).min(1, 'Give the settings a name'), form: ImportForm }),
  response: ImportSetting,
  status: 201,
  errors: ['import_settings.name_taken'],
  rateLimit: paces.edit,
});
export const deleteImportSetting = endpoint({
  method: 'DELETE',
  path: '/v1/import_settings/:id',
  summary: 'Delete saved import settings: your own, or, as a leader, anyone’s',
  permission: 'contacts.import',
  params: ById,
  response: Nothing,
  rateLimit: paces.edit,
});

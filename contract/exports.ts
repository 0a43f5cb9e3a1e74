// Contacts as a file: CSV, or XLSX for a spreadsheet.
import { z } from 'zod';
import { Selection } from './contactsScope.ts';
import { importTargets } from './imports.ts';
import { endpoint, Nothing, paces } from './kit/endpoint.ts';

/** Contacts in one file. A larger selection is refused with `exports.too_many`. */
export const exportLimit = 999_999;

export const exportFormats = ['csv', 'xlsx'] as const;

const { name, medicare_number, ...imported } = importTargets;

/**
 * Columns and their headings; besides these `custom:<id>` for custom fields. Headings are those of imports, so that an import finds the
 * columns of an exported file by itself. Medicare and policy numbers never go into a file.
 */
export const exportColumns = {
  id: 'Id',
  kind: 'Kind',
  ...imported,
  more_phones: 'More phones',
  more_emails: 'More e-mails',
  email_state: 'E-mail check',
  owner: 'Owner',
  pool: 'Pool',
  agentflow_status: 'Agentflow status',
  last_activity: 'Last activity on',
  next_renewal: 'Next renewal',
  created_at: 'Added on',
  updated_at: 'Changed on',
} as const;
export type ExportColumn = keyof typeof exportColumns | `custom:${number}`;

const Column = z.custom<ExportColumn>(
  (value) => typeof value === 'string' && (Object.hasOwn(exportColumns, value) || /^custom:\d{1,15}$/.test(value)),
  'You cannot export this field',
);

export const exportContacts = endpoint({
  method: 'PATCH',
  path: '/v1/export.:format',
  summary: 'Contacts of a selection within your reach as a file, in the order of the scope',
  reads: true,
  permission: 'contacts.export',
  long: true,
  kind: 'stream',
  params: z.object({ format: z.enum(exportFormats) }),
  body: Selection.safeExtend({
    /** In this order. Without them: all, and every custom field. */
    columns: z.array(Column).min(1).max(500).optional(),
  }),
  response: Nothing,
  errors: ['exports.too_many', 'too_slow'],
  rateLimit: paces.heavy,
});

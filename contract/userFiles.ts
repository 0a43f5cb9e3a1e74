// Users from a file: checked first, then invited.
import { z } from 'zod';
import { endpoint } from './kit/endpoint.ts';

export const maxUserRows = 5_000;
/** Rows that an answer shows; those that are refused come first. */
export const shownUserRows = 500;

/** Columns of the file by their headings; spaces, signs and capitals do not matter. */
export const userFileColumns = ['first_name', 'last_name', 'email', 'role', 'business_unit', 'manager_email', 'title'] as const;

export const UserFileRow = z.object({
  /** In the file, from 1. */
  line: z.int(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  business_unit: z.string(),
  manager: z.string(),
  title: z.string(),
  /** Why this row makes no user; none where it does. */
  problems: z.array(z.string()),
});
export type UserFileRow = z.output<typeof UserFileRow>;

export const UserFile = z
  .object({
    file_name: z.string(),
    /** Rows that make, or have made, a user. */
    accepted: z.int(),
    refused: z.int(),
    rows: z.array(UserFileRow),
  })
  .meta({ id: 'UserFile' });
export type UserFile = z.output<typeof UserFile>;

const parts = {
  method: 'POST',
  permission: 'users.manage',
  oneself: true,
  kind: 'multipart',
  maxUpload: 10 * 2 ** 20,
  body: z.object({}),
  response: UserFile,
  rateLimit: { limit: 60, seconds: 60, by: 'user' },
} as const;

export const checkUserFile = endpoint({
  ...parts,
  path: '/v1/admin/users/check_file',
  summary:
    'Check a table of users: which rows would make a user, and why the others would not; an address that another company uses is refused at the import only. Invites nobody',
  errors: ['imports.unreadable', 'imports.empty', 'too_large', 'files.storage_full'],
});
export const importUserFile = endpoint({
  ...parts,
  path: '/v1/admin/users/import_file',
  summary: 'Make users of the rows of a table that pass its check, and mail each an invitation',
  proof: true,
  errors: ['imports.unreadable', 'imports.empty', 'too_large', 'files.storage_full', 'users.login_taken', 'mail.not_configured'],
});

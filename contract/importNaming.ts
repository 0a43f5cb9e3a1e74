// Fields of which an import must fill one. Separate from the schemas, as the browser loads only this file.
import type { ImportTarget } from './imports.ts';

const naming: readonly string[] = [
  'name',
  'first_name',
  'last_name',
  'organization',
  'mobile_phone',
  'other_phone',
  'email',
  'other_email',
] satisfies ImportTarget[];

/** Whether some column names a person: without one every row would be rejected. */
export const namesSomebody = ({ fields }: { fields: readonly { field: ImportTarget | null }[] }) =>
  fields.some(({ field }) => field !== null && naming.includes(field));

// What an import has to fill at least. Apart from the schemas: the browser has this, and not those.
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

/** Whether some column names somebody: without one every row would be rejected. */
export const namesSomebody = ({ fields }: { fields: readonly { field: ImportTarget | null }[] }) =>
  fields.some(({ field }) => field !== null && naming.includes(field));

import type { ImportForm } from '#contract/imports.ts';
import { fail } from '#kernel/errors.ts';

const naming = new Set<string | null>([
  'name',
  'first_name',
  'last_name',
  'organization',
  'mobile_phone',
  'other_phone',
  'email',
  'other_email',
]);

/** Without a column that names somebody every row would be rejected: said before, not a hundred thousand times after. */
export function mustName({ fields }: ImportForm): void {
  if (!fields.some(({ field }) => naming.has(field))) {
    throw fail('imports.nothing_mapped', { errors: { fields: ['Map at least a name, a phone or an e-mail'] } });
  }
  const taken = new Set<string>();
  for (const { field } of fields) {
    if (field !== null && taken.has(field)) throw fail('invalid', { errors: { fields: [`Two columns go to “${field}”`] } });
    if (field !== null) taken.add(field);
  }
}

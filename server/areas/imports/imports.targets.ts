import { type ImportForm, namesSomebody } from '#contract/imports.ts';
import { fail } from '#kernel/errors.ts';

/** Without a column that names somebody every row would be rejected: said before, not a hundred thousand times after. */
export function mustName({ fields }: ImportForm): void {
  if (!namesSomebody({ fields })) {
    throw fail('imports.nothing_mapped', { errors: { fields: ['Map at least a name, a phone or an e-mail'] } });
  }
  const taken = new Set<string>();
  for (const { field } of fields) {
    if (field !== null && taken.has(field)) throw fail('invalid', { errors: { fields: [`Two columns go to “${field}”`] } });
    if (field !== null) taken.add(field);
  }
}

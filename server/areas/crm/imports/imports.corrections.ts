// Values that somebody has corrected before the import: in one line, or wherever they stand in their column.
import { type ImportCorrection, type ImportForm, type ImportTarget, longestCorrected } from '#contract/imports.ts';
import { cut, lineOf } from './imports.text.ts';

/** A cell as it is read. */
export type Correct = (field: ImportTarget, line: number, cell: string) => string;

/** A correction of one line is for the value it was made for: another column may go to its field by now. */
export function correctorOf(corrections: readonly ImportCorrection[]): Correct | null {
  if (corrections.length === 0) return null;
  const inLine = new Map<string, { key: string; as: string }>();
  const anywhere = new Map<ImportTarget, Map<string, string>>();
  for (const { field, line, value, as } of corrections) {
    if (line !== null) inLine.set(`${line} ${field}`, { key: keyOf(value), as });
    else anywhere.set(field, (anywhere.get(field) ?? new Map()).set(keyOf(value), as));
  }
  return (field, line, cell) => {
    const here = inLine.size > 0 ? inLine.get(`${line} ${field}`) : undefined;
    // Of a longer cell a correction has the beginning.
    if (here && here.key === keyOf(cut(lineOf(cell), longestCorrected))) return here.as;
    return anywhere.get(field)?.get(keyOf(cell)) ?? cell;
  };
}

const keyOf = (cell: string) => lineOf(cell).toLowerCase();

/** For another file of the same kind: corrections of one line, and of what only one person has, are of the file they were made for. */
export const lastingCorrections = ({ corrections }: ImportForm) =>
  corrections.filter(({ field, line }) => line === null && (lasting.has(field) || field.startsWith('custom:')));

/** Fields whose values are words that many rows share. */
const lasting: ReadonlySet<ImportTarget> = new Set<ImportTarget>([
  'gender',
  'language',
  'marital_status',
  'tobacco_user',
  'state',
  'timezone',
  'status',
  'source',
  'category',
  'do_not_call',
  'do_not_text',
  'do_not_email',
  'do_not_mail',
]);

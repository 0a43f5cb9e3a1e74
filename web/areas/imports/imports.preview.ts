// Reading a preview: what a cell shows, and how many rows share a problem.
import { formatDay, formatPhone, normalPhone } from '#contract/formats.ts';
import type { ImportPreview } from '#contract/imports.ts';
import { categoryWords, genderWords, languageWords, timezoneWords } from '../contacts/contacts.words.ts';

export type PreviewRow = ImportPreview['rows'][number];
export type Problem = ImportPreview['problems'][number];
export type Outcome = PreviewRow['outcome'];

/** A value as it would be stored, in the words of the screen; of a rejected row what stands in the file. */
export function cellText(field: string, value: string, outcome: Outcome): string {
  if (outcome === 'reject') return value;
  const words = wordsOfField[field]?.[value];
  if (words) return words;
  if (field === 'mobile_phone' || field === 'other_phone') return normalPhone(value) ? formatPhone(normalPhone(value)) : value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  if (/^[a-z]+$/.test(value) && field === 'marital_status') return value.charAt(0).toUpperCase() + value.slice(1);
  return value;
}

const yesNo = { true: 'Yes', false: 'No' };
const wordsOfField: Record<string, Record<string, string>> = {
  category: categoryWords,
  gender: genderWords,
  language: languageWords,
  timezone: timezoneWords,
  tobacco_user: yesNo,
  do_not_call: yesNo,
  do_not_text: yesNo,
  do_not_email: yesNo,
  do_not_mail: yesNo,
};

/** The problem behind a row's sentence, so that it can be said how often it occurs. */
export const problemOf = ({ problems }: ImportPreview, field: string, sentence: string): Problem | undefined =>
  problems.find((problem) => problem.field === field && sentence.endsWith(problem.reason));

export const hasProblem = (row: PreviewRow, { field, reason }: Pick<Problem, 'field' | 'reason'>) =>
  row.errors[field]?.endsWith(reason) ?? false;

/** What of the rows is looked at: all, those of one outcome, or those of one problem. */
export type RowFilter = 'all' | Outcome | Pick<Problem, 'field' | 'reason'>;

export function rowsIn({ rows }: ImportPreview, filter: RowFilter): PreviewRow[] {
  if (filter === 'all') return rows;
  return rows.filter((row) => (typeof filter === 'string' ? row.outcome === filter : hasProblem(row, filter)));
}

// Reading a preview: what a cell shows, which rows share a problem, and which are in view.

import type { ImportPreview } from '#contract/imports.ts';
import { formatDay, formatPhone, normalPhone } from '#contract/kit/formats.ts';
import { genderWords, languageWords, timezoneWords } from '#web/areas/crm/contacts/contacts.labels.ts';

export type PreviewRow = ImportPreview['rows'][number];
export type Problem = ImportPreview['problems'][number];
export type Outcome = PreviewRow['outcome'];

/** A value as it would be stored, in words; of a rejected row, as in the file. */
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
  gender: genderWords,
  language: languageWords,
  timezone: timezoneWords,
  tobacco_user: yesNo,
  do_not_call: yesNo,
  do_not_text: yesNo,
  do_not_email: yesNo,
  do_not_mail: yesNo,
};

/** The problem of a cell, with its count. */
export const problemOf = ({ problems }: ImportPreview, row: PreviewRow, field: string): Problem | undefined =>
  problems.find((problem) => problem.field === field && problem.reason === row.errors[field]?.reason);

/** Which rows are shown: all, those of an outcome, or those of a problem. */
export type RowFilter = 'all' | Outcome | Pick<Problem, 'field' | 'reason'>;

const isOf = (filter: RowFilter) => (problem: Pick<Problem, 'field' | 'reason'>) =>
  typeof filter === 'object' && problem.field === filter.field && problem.reason === filter.reason;

/** The next preview may have no such rows: then all are shown. */
export function usableFilter({ totals, problems }: ImportPreview, filter: RowFilter): RowFilter {
  if (filter === 'all') return filter;
  const isThere = typeof filter === 'string' ? totals[filter] > 0 : problems.some(isOf(filter));
  return isThere ? filter : 'all';
}

/** The rows in view, and how many of the previewed rows they stand for. */
export function rowsIn({ rows, totals, problems, looked_at }: ImportPreview, filter: RowFilter) {
  if (filter === 'all') return { rows, of: looked_at };
  if (typeof filter === 'string') return { rows: rows.filter(({ outcome }) => outcome === filter), of: totals[filter] };
  const isWrong = ({ errors }: PreviewRow) => errors[filter.field]?.reason === filter.reason;
  return { rows: rows.filter(isWrong), of: problems.find(isOf(filter))?.count ?? 0 };
}

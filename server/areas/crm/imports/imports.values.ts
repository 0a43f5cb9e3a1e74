// Reads a row of a file as a stored contact with its unreadable values, or as rejected with the reasons.
import { type ImportForm, type ImportTarget, importTargets } from '#contract/imports.ts';
import {
  blankContact,
  type ImportedContact,
  type Lookups,
  type RowProblem,
  type Setter,
  type WrongValueRule,
} from './imports.contact.ts';
import { type Correct, correctorOf } from './imports.corrections.ts';
import type { DateOrder } from './imports.days.ts';
import { setterOf, takesDays } from './imports.fields.ts';
import { splitAddress, timezoneOf } from './imports.places.ts';
import { lineOf, shortened } from './imports.text.ts';

export type { ImportedContact, Lookups, RowProblem } from './imports.contact.ts';

/** `problems`: what the contact comes in without. */
export type ParsedRow = { values: ImportedContact; problems: RowProblem[] } | { errors: RowProblem[] };

export interface ImportPlan {
  /** Everything that some column is mapped to. An update leaves all else alone. */
  targets: ReadonlySet<ImportTarget>;
  steps: { column: number; heading: string; field: ImportTarget; put: Setter; days: DateOrder | null }[];
  blank: ImportedContact;
  splitsAddress: boolean;
  /** Null where nothing is corrected, as in most imports. */
  correct: Correct | null;
  ruleOf: (field: ImportTarget, reason: string) => WrongValueRule;
}

/** Compiled once for an import. `today` is YYYY-MM-DD. */
export function planOf(form: ImportForm, lookups: Lookups, today = new Date().toISOString().slice(0, 10)): ImportPlan {
  const mapped = form.fields.flatMap(({ field, ...column }) => (field === null ? [] : [{ ...column, field }]));
  const targets = new Set(mapped.map(({ field }) => field));
  return {
    targets,
    // Whole names last: they fill what the columns for its parts left open.
    steps: mapped
      .toSorted((a, b) => Number(a.field === 'name') - Number(b.field === 'name'))
      .map((column) => {
        const date_order = column.date_order ?? form.date_order;
        const put = setterOf(column.field, { form: { ...form, date_order }, lookups, today });
        return { ...column, put, days: takesDays(column.field, lookups) ? date_order : null };
      }),
    blank: { ...blankContact, kind: form.kind },
    splitsAddress: !targets.has('city') && !targets.has('state') && !targets.has('zip_code'),
    correct: correctorOf(form.corrections),
    ruleOf: rulesOf(form),
  };
}

/** Fills new contacts with the form's defaults where the row says nothing. An existing contact keeps its own. */
export const withDefaults = (values: ImportedContact, { status_id, source_id, category_id }: ImportForm): ImportedContact => ({
  ...values,
  status_id: values.status_id ?? status_id,
  source_id: values.source_id ?? source_id,
  category_id: values.category_id ?? category_id,
});

function rulesOf({ wrong_values: { otherwise, choices } }: ImportForm): ImportPlan['ruleOf'] {
  const chosen = new Map(choices.map(({ field, reason, action }) => [`${field} ${reason}`, action]));
  return (field, reason) => chosen.get(`${field} ${reason}`) ?? (field.startsWith('do_not_') ? 'reject' : otherwise);
}

/** The contact a row makes and what it comes in without, or all that is wrong with the row at once. `line` is its line of the file. Never throws. */
export function parseRow(cells: readonly string[], plan: ImportPlan, line = 0): ParsedRow {
  const contact: ImportedContact = { ...plan.blank, phones: [], emails: [], tags: [], custom: [] };
  const problems: RowProblem[] = [];
  for (const { column, heading, field, put } of plan.steps) {
    const said = cells[column] ?? '';
    const cell = plan.correct ? plan.correct(field, line, said) : said;
    if (cell === '') continue;
    const reason = put(contact, cell);
    if (!reason) continue;
    const value = field === 'medicare_number' ? '' : shortened(lineOf(said));
    problems.push({ field, reason, heading, value, cell: said, action: plan.ruleOf(field, reason) });
  }
  if (isNobody(contact)) return { errors: [...problems, rowProblem('Nothing to import in this row: no name, phone or e-mail')] };
  if (problems.some(({ action }) => action === 'reject')) return { errors: problems };
  if (plan.splitsAddress && contact.address !== '') Object.assign(contact, splitAddress(contact.address));
  contact.timezone ??= timezoneOf(contact.state);
  return { values: contact, problems };
}

/** A problem of a row as a whole. */
export const rowProblem = (reason: string): RowProblem => ({
  field: 'row',
  reason,
  heading: '',
  value: '',
  cell: '',
  action: 'reject',
});

/** `Birth date (column “DOB”): “13/45/1990” is not a date`: the problem as a person reads it. */
export function sentenceOf(problem: RowProblem, customFields: Lookups['customFields'] = []): string {
  if (problem.field === 'row') return problem.reason;
  return `${nameOf(problem, customFields)}: ${problem.value === '' ? '' : `“${problem.value}”: `}${problem.reason}`;
}

/** `Birth date (column “DOB”)` */
export function nameOf({ field, heading }: { field: string; heading: string }, customFields: Lookups['customFields']): string {
  const label =
    field in importTargets
      ? importTargets[field as keyof typeof importTargets]
      : (customFields.find(({ id }) => field === `custom:${id}`)?.name ?? 'Custom field');
  return heading === '' ? label : `${label} (column “${heading}”)`;
}

const isNobody = (contact: ImportedContact) =>
  contact.first_name === '' &&
  contact.last_name === '' &&
  contact.organization === '' &&
  contact.phones.length === 0 &&
  contact.emails.length === 0;

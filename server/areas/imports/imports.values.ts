// What a row of a file says, as a contact is stored: all of it, or everything that is wrong with it.
import { type ImportForm, type ImportTarget, importTargets } from '#contract/imports.ts';
import { blankContact, type ImportedContact, type Lookups, type RowProblem, type Setter } from './imports.contact.ts';
import { setterOf } from './imports.fields.ts';
import { splitAddress, timezoneOf } from './imports.places.ts';
import { lineOf, shortened } from './imports.text.ts';

export type { ImportedContact, Lookups, RowProblem } from './imports.contact.ts';

export type ParsedRow = { values: ImportedContact } | { errors: RowProblem[] };

export interface ImportPlan {
  /** Everything that some column is mapped to. What is not in it an update leaves alone. */
  targets: ReadonlySet<ImportTarget>;
  steps: { column: number; heading: string; field: ImportTarget; put: Setter }[];
  blank: ImportedContact;
  splitsAddress: boolean;
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
        return { ...column, put: setterOf(column.field, { form: { ...form, date_order }, lookups, today }) };
      }),
    blank: { ...blankContact, kind: form.kind },
    splitsAddress: !targets.has('city') && !targets.has('state') && !targets.has('zip_code'),
  };
}

/** What the form says of every new contact whose row does not. A contact that is there keeps its own. */
export const withDefaults = (values: ImportedContact, { status_id, source_id, category }: ImportForm): ImportedContact => ({
  ...values,
  status_id: values.status_id ?? status_id,
  source_id: values.source_id ?? source_id,
  category: values.category ?? category,
});

/** All that is wrong with a row at once, or the contact it makes. Never throws. */
export function parseRow(cells: readonly string[], plan: ImportPlan): ParsedRow {
  const contact: ImportedContact = { ...plan.blank, phones: [], emails: [], tags: [], custom: [] };
  const errors: RowProblem[] = [];
  for (const { column, heading, field, put } of plan.steps) {
    const cell = cells[column];
    if (cell === undefined || cell === '') continue;
    const reason = put(contact, cell);
    if (reason) errors.push({ field, reason, heading, value: field === 'medicare_number' ? '' : shortened(lineOf(cell)) });
  }
  if (errors.length > 0) return { errors };
  if (isNobody(contact)) {
    return {
      errors: [{ field: 'row', reason: 'Nothing to import in this row: no name, phone or e-mail', heading: '', value: '' }],
    };
  }
  if (plan.splitsAddress && contact.address !== '') Object.assign(contact, splitAddress(contact.address));
  contact.timezone ??= timezoneOf(contact.state);
  return { values: contact };
}

/** `Birth date (column “DOB”): “13/45/1990” is not a date`: the problem as a person reads it. */
export function sentenceOf(problem: RowProblem, customFields: Lookups['customFields'] = []): string {
  if (problem.field === 'row') return problem.reason;
  const id = Number(problem.field.replace('custom:', ''));
  const label =
    problem.field in importTargets
      ? importTargets[problem.field as keyof typeof importTargets]
      : (customFields.find((field) => field.id === id)?.name ?? 'Custom field');
  const column = problem.heading === '' ? '' : ` (column “${problem.heading}”)`;
  return `${label}${column}: ${problem.value === '' ? '' : `“${problem.value}”: `}${problem.reason}`;
}

const isNobody = (contact: ImportedContact) =>
  contact.first_name === '' &&
  contact.last_name === '' &&
  contact.organization === '' &&
  contact.phones.length === 0 &&
  contact.emails.length === 0;

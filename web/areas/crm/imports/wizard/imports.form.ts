// The import form as the wizard changes it. Pure: every function returns a new form.
import type { ImportDraft, ImportField, ImportForm, ImportFormInput, ImportTarget } from '#contract/imports.ts';

/** The suggestions for the analyzed file, and the contract's defaults for the rest. */
export const formOf = ({ fields, has_headings }: Pick<ImportDraft, 'fields' | 'has_headings'>): ImportForm => ({
  kind: 'lead',
  owner: null,
  pool: null,
  tags: [],
  source_id: null,
  status_id: null,
  category_id: null,
  scrub_against: { by: ['phone', 'email'], rule: 'skip', updated_lead_tags: [] },
  api_vendor_obj: null,
  fields,
  has_headings,
  date_order: 'mdy',
  wrong_values: { otherwise: 'drop', choices: [] },
  corrections: [],
});

/** As it is sent and saved: without values of the file, and without headings that are none. */
export const sendable = (form: ImportForm): ImportFormInput => ({
  ...form,
  fields: form.fields.map(({ preview, ...field }) => ({ ...field, heading: form.has_headings ? field.heading : '' })),
});

/**
 * A field takes one column: its previous column is left out from now on, and answered. Choices and corrections
 * for the field's values go with their column; `lost` counts the corrections.
 */
export function assign(
  form: ImportForm,
  column: number,
  field: ImportTarget | null,
): { form: ImportForm; displaced: ImportField | undefined; lost: number } {
  const displaced = form.fields.find((each) => field !== null && each.field === field && each.column !== column);
  const fields = form.fields.map((each) => {
    if (each.column === column) return { ...each, field };
    return each === displaced ? { ...each, field: null } : each;
  });
  const columns = columnsOf(form.fields);
  const next = withSaid(form, fields, (moved) => columns.get(moved) === columnsOf(fields).get(moved));
  return { form: next, displaced, lost: form.corrections.length - next.corrections.length };
}

/** The form with these fields: corrections and choices stay where `isSame` says that the field's values are the same ones. */
function withSaid(form: ImportForm, fields: ImportField[], isSame: (field: string) => boolean): ImportForm {
  const stays = (said: { field: string }) => isSame(said.field);
  const wrong_values = { ...form.wrong_values, choices: form.wrong_values.choices.filter(stays) };
  return { ...form, fields, wrong_values, corrections: form.corrections.filter(stays) };
}

const columnsOf = (fields: ImportField[]) =>
  new Map(fields.flatMap(({ field, column }): [string, number][] => (field === null ? [] : [[field, column]])));

/** How a column's days are read from now on. */
export const readDays = (form: ImportForm, column: number, date_order: ImportForm['date_order']): ImportForm => ({
  ...form,
  fields: form.fields.map((each) => (each.column === column ? { ...each, date_order } : each)),
});

/** A column's name: its heading, or its letter as in a spreadsheet. */
export const columnName = ({ column, heading }: Pick<ImportField, 'column' | 'heading'>, has_headings: boolean): string =>
  (has_headings && heading) || `Column ${letters(column)}`;

function letters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? letters(rest) : '') + String.fromCharCode(65 + (column % 26));
}

/** Saved settings on this file: columns found by heading, or by place where there are none. New columns keep their guess. */
export function applySetting(form: ImportForm, saved: ImportForm, isKnown: (field: ImportTarget) => boolean): ImportForm {
  const wanted = new Map(keysOf(saved).map((key, index) => [key, saved.fields[index]]));
  const taken = new Set(saved.fields.map(({ field }) => field));
  const keys = keysOf({ ...form, has_headings: saved.has_headings });
  const fields = form.fields.map((column, index) => {
    const said = wanted.get(keys[index] ?? '');
    if (said) {
      const date_order = said.date_order ?? column.date_order ?? null;
      return { ...column, field: said.field !== null && isKnown(said.field) ? said.field : null, date_order };
    }
    return column.field !== null && taken.has(column.field) ? { ...column, field: null } : column;
  });
  const found = columnsOf(fields);
  return withSaid(saved, fields, (field) => found.has(field)); // of a field without a column they would wait for any
}

/** Whether a file has every column that the settings use. Columns without headings look all alike: those never fit by themselves. */
export function fits(form: ImportForm, saved: ImportForm): boolean {
  if (!form.has_headings || !saved.has_headings) return false;
  const there = new Set(keysOf(form));
  const used = keysOf(saved).filter((_, index) => saved.fields[index]?.field);
  return used.length > 0 && used.every((key) => there.has(key));
}

/** Two columns with the same heading are different columns. */
function keysOf({ fields, has_headings }: Pick<ImportForm, 'fields' | 'has_headings'>): string[] {
  const seen = new Map<string, number>();
  return fields.map(({ heading, column }) => {
    const words = has_headings ? heading.trim().toLowerCase() : '';
    if (words === '') return `column ${column}`;
    const nth = (seen.get(words) ?? 0) + 1;
    seen.set(words, nth);
    return `${words} ${nth}`;
  });
}

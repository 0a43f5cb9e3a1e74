// Which column goes to which field: what a form must say, and saved settings on another file, by its headings.
import { namesSomebody } from '#contract/importNaming.ts';
import type { ImportField, ImportForm } from '#contract/imports.ts';
import { fail, wrong } from '#kernel/errors.ts';

/** Without a column that names somebody every row would be rejected: said before, not a hundred thousand times after. */
export function mustName({ fields }: ImportForm): void {
  if (!namesSomebody({ fields })) {
    throw fail('imports.nothing_mapped', { errors: { fields: ['Map at least a name, a phone or an e-mail'] } });
  }
  const taken = new Set<string>();
  for (const { field } of fields) {
    if (field !== null && taken.has(field)) throw wrong('fields', `Two columns map to “${field}”`);
    if (field !== null) taken.add(field);
  }
}

/** As a form is stored: without previews, and without a first line that the user says is data. */
export const withoutValues = (form: ImportForm): ImportForm => ({
  ...form,
  fields: form.fields.map(({ preview, ...field }) => ({ ...field, heading: form.has_headings ? field.heading : '' })),
});

/** The ids of the company's rows that a form names. */
export const referencesOf = ({ status_id, source_id, category_id }: ImportForm) => ({ status_id, source_id, category_id });

/** The settings' fields where their headings stand in this file. Refuses a file that lacks one of them. */
export function placeFields({ fields, has_headings }: ImportForm, headings: string[]): ImportField[] {
  if (!has_headings) return fields; // by place: there is nothing else to go by
  const columns = columnsByKey(headings);
  const keys = keysOf(fields.map(({ heading }) => heading));
  const missing = fields.filter(({ field }, at) => field !== null && !columns.has(keys[at] ?? ''));
  if (missing.length > 0) {
    const names = missing.map(({ heading, column }) => `“${heading || `column ${column + 1}`}”`).join(', ');
    throw wrong('import_setting_id', `This file has no column ${names}`);
  }
  return fields.flatMap((field, at) => {
    const column = columns.get(keys[at] ?? '');
    return column === undefined ? [] : [{ ...field, column }];
  });
}

/** Columns without headings look all alike: those never fit by themselves. */
export function fitsHeadings({ fields, has_headings }: ImportForm, headings: string[]): boolean {
  const columns = columnsByKey(headings);
  const keys = keysOf(fields.map(({ heading }) => heading));
  const used = fields.flatMap(({ field, heading }, at) => (field === null ? [] : [{ heading, key: keys[at] ?? '' }]));
  return has_headings && used.length > 0 && used.every(({ heading, key }) => heading.trim() !== '' && columns.has(key));
}

/**
 * A file's guessed columns under settings that fit it. New columns keep their guess where its field is still free. The order of days that the
 * settings name goes before what the file's own days tell.
 */
export function takeFields(guessed: ImportField[], setting: ImportForm): ImportField[] {
  const headings = guessed.map(({ heading }) => heading);
  const placed = new Map(placeFields(setting, headings).map((field) => [field.column, field]));
  const taken = new Set([...placed.values()].map(({ field }) => field));
  return guessed.map((column) => {
    const said = placed.get(column.column);
    if (said) return { ...column, field: said.field, date_order: said.date_order ?? column.date_order ?? null };
    return taken.has(column.field) ? { ...column, field: null } : column;
  });
}

const columnsByKey = (headings: string[]) => new Map(keysOf(headings).map((key, column) => [key, column]));

/** Two columns may share a heading: the second is another one. */
function keysOf(headings: string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading, at) => {
    const words = heading.trim().toLowerCase();
    if (words === '') return `column ${at}`;
    const nth = (seen.get(words) ?? 0) + 1;
    seen.set(words, nth);
    return `${words} ${nth}`;
  });
}

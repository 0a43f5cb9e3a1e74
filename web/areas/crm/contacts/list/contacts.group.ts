// The fields that one value can be given to on many contacts.
import type { ContactValues } from '../form/contacts.draft.ts';
import { type Control, noteField, sections } from '../form/contacts.fields.ts';

/** What each contact has of its own. */
const single: readonly Control[] = ['phones', 'emails', 'medicare', 'consent'];
export const groupFields = [...sections.flatMap((section) => section.fields), noteField].filter(
  ({ control }) => !single.includes(control),
);

const blank: Partial<Record<Control, unknown>> = { line: '', prose: '', check: true, holder: { of: 'people', who: null } };
export const emptyValues = Object.fromEntries(
  groupFields.map(({ path, control }) => [path, blank[control] ?? null]),
) as unknown as ContactValues;

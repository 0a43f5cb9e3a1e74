// The fields that one value can be given to on many contacts.

import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import type { ContactValues } from '../form/contacts.draft.ts';
import { type Control, customSection, noteField, sections } from '../form/contacts.fields.ts';

/** Fields that are personal to each contact. */
const single: readonly Control[] = ['phones', 'emails', 'medicare', 'consent'];
const groupFields = [...sections.flatMap((section) => section.fields), noteField].filter(
  ({ control }) => !single.includes(control),
);

const blank: Partial<Record<Control, unknown>> = { line: '', prose: '', check: true, holder: { of: 'people', who: null } };
export const emptyValues = {
  ...Object.fromEntries(groupFields.map(({ path, control }) => [path, blank[control] ?? null])),
  custom_fields: {},
} as unknown as ContactValues;

/** With the company's own. */
export const useGroupFields = () => [...groupFields, ...customSection(useCustomFields()).fields];

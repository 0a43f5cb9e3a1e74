// Fixes for unreadable values: chosen by reason, or corrected value by value. Pure: every function returns a
// new form.
import type { CustomField } from '#contract/customFields.ts';
import type { ImportCorrection, ImportForm, ImportTarget } from '#contract/imports.ts';
import { genders, languages, maritalStatuses, states, timezones } from '#contract/lookups.ts';
import { genderWords, languageWords, maritalWords, timezoneWords } from '#web/areas/crm/contacts/contacts.labels.ts';
import type { Problem } from './imports.preview.ts';

export function chooseAction(form: ImportForm, { field, reason }: Pick<Problem, 'field' | 'reason'>, action: Problem['action']) {
  const others = form.wrong_values.choices.filter((each) => each.field !== field || each.reason !== reason);
  const choices = [...others, { field: field as ImportTarget, reason, action }];
  return { ...form, wrong_values: { ...form.wrong_values, choices } };
}

/** A new correction of a value replaces the earlier one. */
export function correct(form: ImportForm, correction: ImportCorrection): ImportForm {
  return { ...form, corrections: [...uncorrect(form, correction).corrections, correction] };
}

export const uncorrect = (form: ImportForm, correction: ImportCorrection): ImportForm => ({
  ...form,
  corrections: form.corrections.filter((each) => !isSame(each, correction)),
});

const isSame = (one: ImportCorrection, other: ImportCorrection) =>
  one.field === other.field &&
  one.line === other.line &&
  (one.line !== null || one.value.trim().toLowerCase() === other.value.trim().toLowerCase());

/** How often a value is in its column, in the previewed rows. */
export const alike = ({ values }: Problem, value: string) =>
  values.find((each) => each.value.toLowerCase() === value.trim().toLowerCase())?.count ?? 1;

export interface Answer {
  value: string;
  label: string;
}

interface Lists {
  statuses: readonly { title: string }[];
  sources: readonly { title: string }[];
  categories: readonly { title: string }[];
  customFields: readonly Pick<CustomField, 'id' | 'type' | 'choices'>[];
}

/** The field's possible values, as a cell could say them; null if any text is possible. */
export function answersOf(field: string, { statuses, sources, categories, customFields }: Lists): Answer[] | null {
  const fixed = fixedAnswers[field];
  if (fixed) return fixed;
  if (field === 'status') return statuses.map(({ title }) => ({ value: title, label: title }));
  if (field === 'source') return sources.map(({ title }) => ({ value: title, label: title }));
  if (field === 'category') return categories.map(({ title }) => ({ value: title, label: title }));
  const custom = customFields.find(({ id }) => field === `custom:${id}`);
  if (custom?.type === 'boolean') return yesNo;
  return custom?.type === 'choice' ? custom.choices.map((choice) => ({ value: choice, label: choice })) : null;
}

const inWords = <Value extends string>(values: readonly Value[], words: Record<Value, string>): Answer[] =>
  values.map((value) => ({ value, label: words[value] }));

const yesNo: Answer[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

const fixedAnswers: Record<string, Answer[]> = {
  gender: inWords(genders, genderWords),
  language: inWords(languages, languageWords),
  marital_status: inWords(maritalStatuses, maritalWords),
  timezone: inWords(timezones, timezoneWords),
  state: Object.entries(states).map(([value, label]) => ({ value, label })),
  tobacco_user: yesNo,
  do_not_call: yesNo,
  do_not_text: yesNo,
  do_not_email: yesNo,
  do_not_mail: yesNo,
};

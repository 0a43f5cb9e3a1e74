// The fields of a contact that a person may write: label, control, place. Details, clashes and the timeline read this list.
import { contactLabels } from '#contract/contactLabels.ts';
import type { CustomField } from '#contract/customFields.ts';
import { states } from '#contract/lookups.ts';
import type { PathTo } from '#ui/FormFields.tsx';
import { genderWords, kindWords, languageWords, maritalWords, timezoneWords } from '../contacts.labels.ts';
import type { ContactValues, Holder } from './contacts.form.ts';

/** The value that each control edits. */
interface ValueOf {
  line: string;
  prose: string;
  day: string | null;
  number: number | null;
  choice: string | null;
  yesNo: boolean | null;
  check: boolean;
  phones: ContactValues['phones'];
  emails: ContactValues['emails'];
  status: number | null;
  agentflow: number | null;
  source: number | null;
  category: number | null;
  carrier: number | null;
  medicare: string;
  consent: ContactValues['consent'];
  holder: Holder;
  tags: ContactValues['tags'];
}
export type Control = keyof ValueOf;

/** A field in words. In the journal its path may be one that no form has. */
export interface FieldWords {
  path: string;
  label: string;
  control: Control;
  /** The choices by value, if the control is `choice`. */
  words?: Record<string, string>;
}

/** Its path names it in a contact, in a form and in the server's field errors: `first_name`, `custom_fields.12`. */
export type Field<C extends Control = Control> = {
  [K in C]: FieldWords & { control: K; path: PathTo<ContactValues, ValueOf[K]> };
}[C];

export interface Section {
  id: string;
  title: string;
  fields: readonly Field[];
}

type Labelled = keyof typeof contactLabels;
const line = (path: Field<'line'>['path'] & Labelled): Field => ({ path, label: contactLabels[path], control: 'line' });
const choice = (path: Field<'choice'>['path'] & Labelled, words: Record<string, string>): Field => ({
  path,
  label: contactLabels[path],
  control: 'choice',
  words,
});

export const noteField: Field = { path: 'note', label: contactLabels.note, control: 'prose' };
export const statusField: Field = { path: 'status_id', label: contactLabels.status_id, control: 'status' };
export const agentflowField: Field = {
  path: 'agentflow_status_id',
  label: contactLabels.agentflow_status_id,
  control: 'agentflow',
};
const phonesField: Field = { path: 'phones', label: contactLabels.phones, control: 'phones' };
const emailsField: Field = { path: 'emails', label: contactLabels.emails, control: 'emails' };

/** For the quick edit of a row in the list. */
export const quickFields: readonly Field[] = [
  statusField,
  { path: 'tags', label: contactLabels.tags, control: 'tags' },
  phonesField,
  emailsField,
  noteField,
];

export const sections: readonly Section[] = [
  {
    id: 'name',
    title: 'Name',
    fields: [
      line('first_name'),
      line('middle_name'),
      line('last_name'),
      line('suffix'),
      line('preferred_name'),
      choice('kind', kindWords),
      line('organization'),
      line('occupation'),
    ],
  },
  {
    id: 'reach',
    title: 'Phones and e-mails',
    fields: [phonesField, emailsField, choice('language', languageWords), choice('timezone', timezoneWords)],
  },
  {
    id: 'address',
    title: 'Address',
    fields: [line('address'), line('address_2'), line('city'), choice('state', states), line('zip_code'), line('county')],
  },
  {
    id: 'personal',
    title: 'Personal',
    fields: [
      { path: 'birth_date', label: contactLabels.birth_date, control: 'day' },
      choice('gender', genderWords),
      choice('marital_status', maritalWords),
      { path: 'tobacco_user', label: contactLabels.tobacco_user, control: 'yesNo' },
    ],
  },
  {
    id: 'medicare',
    title: 'Medicare',
    fields: [
      { path: 'medicare_number', label: contactLabels.medicare_number, control: 'medicare' },
      { path: 'medicare_carrier_id', label: contactLabels.medicare_carrier_id, control: 'carrier' },
      { path: 'medicare_part_a', label: contactLabels.medicare_part_a, control: 'day' },
      { path: 'medicare_part_b', label: contactLabels.medicare_part_b, control: 'day' },
      line('medicare_plan'),
    ],
  },
  {
    id: 'consent',
    title: 'Consent and do-not-contact',
    fields: [
      { path: 'do_not_call', label: contactLabels.do_not_call, control: 'check' },
      { path: 'do_not_text', label: contactLabels.do_not_text, control: 'check' },
      { path: 'do_not_email', label: contactLabels.do_not_email, control: 'check' },
      { path: 'do_not_mail', label: contactLabels.do_not_mail, control: 'check' },
      { path: 'consent', label: contactLabels.consent, control: 'consent' },
    ],
  },
  {
    id: 'assignment',
    title: 'Assignment',
    fields: [
      { path: 'holder', label: contactLabels.holder, control: 'holder' },
      statusField,
      agentflowField,
      { path: 'source_id', label: contactLabels.source_id, control: 'source' },
      { path: 'category_id', label: contactLabels.category_id, control: 'category' },
    ],
  },
];

const customControls = { text: 'line', number: 'number', date: 'day', boolean: 'yesNo', choice: 'choice' } as const;

export const customSection = (fields: readonly CustomField[]): Section => ({
  id: 'custom',
  title: 'More',
  fields: fields.map(
    ({ id, name, type, choices }): Field => ({
      path: `custom_fields.${id}`,
      label: name,
      control: customControls[type],
      ...(type === 'choice' && { words: Object.fromEntries(choices.map((each) => [each, each])) }),
    }),
  ),
});

const fixed = new Map<string, Field>(
  [...sections.flatMap(({ fields }) => fields), noteField].map((field) => [field.path, field]),
);
export const fieldAt = (path: string): Field | undefined => fixed.get(path);

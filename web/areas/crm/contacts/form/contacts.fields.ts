// The fields of a contact that a person may write: label, control, place. Details, clashes and the timeline read this list.
import type { CustomField } from '#contract/customFields.ts';
import { states } from '#contract/lookups.ts';
import type { PathTo } from '#ui/FormFields.tsx';
import { genderWords, kindWords, languageWords, maritalWords, timezoneWords } from '../contacts.labels.ts';
import type { ContactValues, Holder } from './contacts.draft.ts';

/** What each control edits. */
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

const line = (path: Field<'line'>['path'], label: string): Field => ({ path, label, control: 'line' });
const choice = (path: Field<'choice'>['path'], label: string, words: Record<string, string>): Field => ({
  path,
  label,
  control: 'choice',
  words,
});

export const noteField: Field = { path: 'note', label: 'Standing note', control: 'prose' };
export const statusField: Field = { path: 'status_id', label: 'Status', control: 'status' };
export const agentflowField: Field = { path: 'agentflow_status_id', label: 'Agentflow status', control: 'agentflow' };
const phonesField: Field = { path: 'phones', label: 'Phones', control: 'phones' };
const emailsField: Field = { path: 'emails', label: 'E-mails', control: 'emails' };

/** For the quick edit of a row in the list. */
export const quickFields: readonly Field[] = [
  statusField,
  { path: 'tags', label: 'Tags', control: 'tags' },
  phonesField,
  emailsField,
  noteField,
];

export const sections: readonly Section[] = [
  {
    id: 'name',
    title: 'Name',
    fields: [
      line('first_name', 'First name'),
      line('middle_name', 'Middle name'),
      line('last_name', 'Last name'),
      line('suffix', 'Suffix'),
      line('preferred_name', 'Goes by'),
      choice('kind', 'Kind', kindWords),
      line('organization', 'Organization'),
      line('occupation', 'Occupation'),
    ],
  },
  {
    id: 'reach',
    title: 'Phones and e-mails',
    fields: [
      phonesField,
      emailsField,
      choice('language', 'Language', languageWords),
      choice('timezone', 'Time zone', timezoneWords),
    ],
  },
  {
    id: 'address',
    title: 'Address',
    fields: [
      line('address', 'Street'),
      line('address_2', 'Apartment, suite'),
      line('city', 'City'),
      choice('state', 'State', states),
      line('zip_code', 'Zip code'),
      line('county', 'County'),
    ],
  },
  {
    id: 'personal',
    title: 'Personal',
    fields: [
      { path: 'birth_date', label: 'Birth date', control: 'day' },
      choice('gender', 'Gender', genderWords),
      choice('marital_status', 'Marital status', maritalWords),
      { path: 'tobacco_user', label: 'Tobacco user', control: 'yesNo' },
    ],
  },
  {
    id: 'medicare',
    title: 'Medicare',
    fields: [
      { path: 'medicare_number', label: 'Medicare number', control: 'medicare' },
      { path: 'medicare_carrier_id', label: 'Medicare carrier', control: 'carrier' },
      { path: 'medicare_part_a', label: 'Medicare part A', control: 'day' },
      { path: 'medicare_part_b', label: 'Medicare part B', control: 'day' },
      line('medicare_plan', 'Medicare plan'),
    ],
  },
  {
    id: 'consent',
    title: 'Consent and do-not-contact',
    fields: [
      { path: 'do_not_call', label: 'Do not call', control: 'check' },
      { path: 'do_not_text', label: 'Do not text', control: 'check' },
      { path: 'do_not_email', label: 'Do not e-mail', control: 'check' },
      { path: 'do_not_mail', label: 'Do not mail', control: 'check' },
      { path: 'consent', label: 'Consent', control: 'consent' },
    ],
  },
  {
    id: 'assignment',
    title: 'Assignment',
    fields: [
      { path: 'holder', label: 'Owner or pool', control: 'holder' },
      statusField,
      agentflowField,
      { path: 'source_id', label: 'Source', control: 'source' },
      { path: 'category_id', label: 'Category', control: 'category' },
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

// The contact that an import makes of a row, and the problems of cells that it cannot read.
import type { ContactFields } from '#contract/contacts.ts';
import type { CustomField } from '#contract/customFields.ts';
import type { ImportForm, ImportTarget, wrongValueRules } from '#contract/imports.ts';

type Fields = { [K in keyof ContactFields]-?: Exclude<ContactFields[K], undefined> };
type Unmapped = 'agentflow_status_id' | 'consent' | 'medicare_carrier_id' | 'custom_fields' | 'phones' | 'emails';

/** A contact in stored form, every writable column that an import can fill. */
export interface ImportedContact extends Omit<Fields, Unmapped> {
  phones: { type: 2 | 9; number: string }[];
  emails: { address: string; state: 'unverified' }[];
  /** Names, each once whatever its case. */
  tags: string[];
  custom: { id: number; value: string | number | boolean }[];
}

export interface RowProblem {
  field: ImportTarget | 'row';
  /** A sentence without the value, so that equal reasons can be counted. */
  reason: string;
  /** Heading and text of the cell; the text is '' where it must not be shown. */
  heading: string;
  value: string;
  /** The cell as it stands in the file, whole. */
  cell: string;
  /** The effect on the row; an unreadable row, or one that names nobody, is always rejected. */
  action: WrongValueRule;
}

export type WrongValueRule = (typeof wrongValueRules)[number];

export interface Lookups {
  statuses: { id: number; title: string }[];
  sources: { id: number; title: string }[];
  categories: { id: number; title: string }[];
  customFields: Pick<CustomField, 'id' | 'name' | 'type' | 'choices'>[];
}

/** The context of a cell: the import's form, the company's names for things, and today. */
export interface FieldContext {
  form: ImportForm;
  lookups: Lookups;
  /** YYYY-MM-DD */
  today: string;
}

/** Writes a cell into the contact, or says why it cannot. An empty cell, or a word for nothing, writes nothing. */
export type Setter = (contact: ImportedContact, cell: string) => string | null;

export const blankContact: ImportedContact = {
  kind: 'lead',
  first_name: '',
  middle_name: '',
  last_name: '',
  suffix: '',
  preferred_name: '',
  organization: '',
  occupation: '',
  birth_date: null,
  gender: null,
  language: null,
  marital_status: null,
  tobacco_user: null,
  phones: [],
  emails: [],
  address: '',
  address_2: '',
  city: '',
  state: '',
  zip_code: '',
  county: '',
  timezone: null,
  status_id: null,
  source_id: null,
  category_id: null,
  note: '',
  do_not_call: false,
  do_not_text: false,
  do_not_email: false,
  do_not_mail: false,
  medicare_number: '',
  medicare_part_a: null,
  medicare_part_b: null,
  medicare_plan: '',
  tags: [],
  custom: [],
};

// The words of the filter builder: what fields and operators are called, and how a filter reads as a chip.

import type { CaptureForm } from '#contract/captureForms.ts';
import {
  type Filter,
  type FilterField,
  type FilterOperator,
  type FilterType,
  filterFields,
  filterOperators,
} from '#contract/contactsScope.ts';
import type { CustomField } from '#contract/customFields.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { dayWords, isDay } from '#ui/days.ts';

export interface FieldChoice {
  field: string;
  label: string;
  type: FilterType;
  /** The choices, if the company defined them for the field. */
  choices?: readonly string[];
}

const labels: Record<FilterField, string> = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  organization: 'Organization',
  email: 'E-mail',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'Zip code',
  county: 'County',
  kind: 'Lead or client',
  status: 'Status',
  agentflow_status: 'Agentflow status',
  source: 'Source',
  category: 'Category',
  owner: 'Owner',
  gender: 'Gender',
  language: 'Language',
  timezone: 'Time zone',
  tags: 'Tags',
  birth_date: 'Birth date',
  birthday: 'Birthday',
  policy_renewal: 'Policy renewal',
  next_step: 'Next step',
  age: 'Age',
  created_at: 'Created',
  updated_at: 'Updated',
  last_activity_at: 'Last activity',
  do_not_call: 'Do not call',
  do_not_text: 'Do not text',
  do_not_email: 'Do not e-mail',
  email_state: 'E-mail state',
  phone_type: 'Phone line',
  import: 'Import',
};

/** The order in which the builder offers them: what agents filter by most comes first. */
const offered: FilterField[] = [
  'status',
  'tags',
  'next_step',
  'source',
  'owner',
  'state',
  'age',
  'birth_date',
  'birthday',
  'policy_renewal',
  'kind',
  'category',
  'created_at',
  'updated_at',
  'last_activity_at',
  'city',
  'county',
  'zip_code',
  'phone',
  'email',
  'email_state',
  'phone_type',
  'agentflow_status',
  'name',
  'first_name',
  'last_name',
  'organization',
  'address',
  'gender',
  'language',
  'timezone',
  'do_not_call',
  'do_not_text',
  'do_not_email',
];

const customTypes: Record<CustomField['type'], FilterType> = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  choice: 'choice',
};

type Form = Pick<CaptureForm, 'id' | 'name'>;

export const fieldChoices = (customFields: readonly CustomField[], forms: readonly Form[]): FieldChoice[] => [
  ...offered.map((field) => ({ field, label: labels[field], type: filterFields[field] })),
  ...customFields.map(({ id, name, type, choices }) => ({
    field: `custom:${id}`,
    label: name,
    type: customTypes[type],
    ...(type === 'choice' && { choices }),
  })),
  ...forms.flatMap(({ id, name }): FieldChoice[] => [
    { field: `capture:${id}`, label: `Form ${name}`, type: 'choice' },
    { field: `captured:${id}`, label: `Form ${name} answered`, type: 'date' },
  ]),
];

export const choiceOf = (field: string, customFields: readonly CustomField[], forms: readonly Form[]): FieldChoice | undefined =>
  field === 'import'
    ? { field, label: labels.import, type: 'choice' }
    : fieldChoices(customFields, forms).find((choice) => choice.field === field);

export const operatorWords: Record<FilterOperator, string> = {
  is: 'is',
  is_not: 'is not',
  starts_with: 'starts with',
  contains: 'contains',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
  any_of: 'is any of',
  all_of: 'is all of',
  none_of: 'is none of',
  on: 'on',
  before: 'before',
  after: 'after',
  between: 'between',
  at_least: 'at least',
  at_most: 'at most',
  in_last: 'in the last',
  in_next: 'in the next',
  turns_in: 'turns',
};

export const operatorsOf = (type: FilterType): readonly FilterOperator[] => filterOperators[type];
export const takesValue = (operator: FilterOperator) => operator !== 'is_empty' && operator !== 'is_not_empty';

/** The first value of an operator: days, an age and days. */
export const firstValue = (operator: FilterOperator): Filter['value'] =>
  operator === 'in_last' || operator === 'in_next' ? 30 : operator === 'turns_in' ? [65, 90] : null;

/** A filter fresh from the menu. */
export const newFilter = ({ field, type }: FieldChoice): Filter => ({
  field,
  operator: operatorsOf(type)[0] ?? 'is',
  value: type === 'boolean' ? true : null,
});

/** Whether the filter has all its values; the server drops incomplete ones. */
export const isComplete = ({ operator, value }: Filter) =>
  !takesValue(operator) ||
  (operator === 'between' || operator === 'turns_in'
    ? Array.isArray(value) && value.length === 2 && value.every((end) => end !== '')
    : value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));

/** A typed date that does not exist; the field says so. */
export const hasWrongDay = ({ value }: Filter, { type }: FieldChoice): boolean =>
  type === 'date' && [value].flat().some((day) => typeof day === 'string' && day !== '' && !isDay(day));

/** "Status is any of New, Quoted". `nameOf` gives the name of an id. */
export function filterWords(filter: Filter, choice: FieldChoice, nameOf: (value: string | number) => string): string {
  const { operator, value } = filter;
  const verb = choice.type === 'tags' ? (tagWords[operator] ?? operatorWords[operator]) : operatorWords[operator];
  if (!takesValue(operator)) return `${choice.label} ${verb}`;
  if (typeof value === 'boolean') return value ? choice.label : `Not: ${choice.label.toLowerCase()}`;
  if (operator === 'turns_in' && Array.isArray(value)) return `Turns ${value[0]} in the next ${daysWords(value[1])}`;
  if (operator === 'in_last' || operator === 'in_next') return `${choice.label} ${verb} ${daysWords(value)}`;
  const values = (Array.isArray(value) ? value : value === null ? [] : [value]).map((one) => shown(one, choice, nameOf));
  const joined =
    operator === 'between'
      ? values.join(' and ')
      : values.length > 3
        ? `${values.slice(0, 2).join(', ')} and ${values.length - 2} more`
        : values.join(', ');
  return `${choice.label} ${values.length === 1 && operator === 'any_of' ? 'is' : verb} ${joined}`;
}

const daysWords = (days: unknown) => `${days ?? '…'} ${days === 1 ? 'day' : 'days'}`;

const tagWords: Partial<Record<FilterOperator, string>> = { any_of: 'any of', all_of: 'all of', none_of: 'none of' };

function shown(value: string | number, { type }: FieldChoice, nameOf: (value: string | number) => string): string {
  if (type === 'date') return dayWords(String(value));
  if (type === 'phone') return formatPhone(String(value));
  return type === 'choice' || type === 'tags' ? nameOf(value) : String(value);
}

// The fields that a company adds to its contacts.
import { IconForms } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import {
  type CustomField,
  createCustomField,
  deleteCustomField,
  listAdminCustomFields,
  updateCustomField,
} from '#contract/customFields.ts';
import { later } from '#ui/later.ts';
import { typeWords } from './customFields.labels.ts';

const Fields = later(() => import('./CustomFieldFields.tsx').then((module) => module.CustomFieldFields));

export const customFieldScreen = lookupScreen({
  list: listAdminCustomFields,
  create: createCustomField,
  update: updateCustomField,
  remove: deleteCustomField,
  title: 'Custom fields',
  one: 'field',
  icon: IconForms,
  about:
    'Add what your office keeps about a contact beyond the usual fields. Custom fields appear on every contact, in filters and in imports.',
  nameOf: ({ name }) => name,
  columns: [
    { header: 'Kind', cell: ({ type }) => typeWords[type] },
    { header: 'Choices', cell: ({ choices }) => choices.join(', ') },
  ],
  ordered: true,
  losesValues: (contacts) => `The values of ${contacts} in it are deleted too. This cannot be undone.`,
  valuesOf: (row): CustomFieldValues => ({
    name: row?.name ?? '',
    type: row?.type ?? 'text',
    choices: row?.choices ?? [],
    isNew: row === undefined,
  }),
  bodyOf: ({ name, type, choices }) => ({ name, type, ...(type === 'choice' && { choices }) }),
  Fields,
});

export interface CustomFieldValues extends Pick<CustomField, 'name' | 'type' | 'choices'> {
  isNew: boolean;
}

export const CustomFieldListPage = () => <LookupPage screen={customFieldScreen} />;

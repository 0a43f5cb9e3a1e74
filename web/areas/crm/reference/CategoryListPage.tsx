import { Textarea, TextInput } from '@mantine/core';
import { IconCategory } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createCategory, deleteCategory, listAdminCategories, updateCategory } from '#contract/reference.ts';

const screen = lookupScreen({
  list: listAdminCategories,
  create: createCategory,
  update: updateCategory,
  remove: deleteCategory,
  title: 'Categories',
  one: 'category',
  icon: IconCategory,
  about: 'A category says which line of business a contact is about: Medicare, life, annuity.',
  nameOf: ({ title }) => title,
  columns: [{ header: 'Description', cell: ({ description }) => description }],
  ordered: true,
  usedIn: ({ id }) => ({ category: id, pool_id: 'all' }),
  valuesOf: (row) => ({ title: row?.title ?? '', description: row?.description ?? '' }),
  bodyOf: (values) => values,
  Fields: ({ form }) => (
    <>
      <TextInput label="Title" data-autofocus maxLength={60} {...form.getInputProps('title')} />
      <Textarea label="Description" autosize minRows={2} maxLength={500} {...form.getInputProps('description')} />
    </>
  ),
});

export const CategoryListPage = () => <LookupPage screen={screen} />;

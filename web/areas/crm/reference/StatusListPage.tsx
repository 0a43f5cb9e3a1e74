import { TextInput } from '@mantine/core';
import { IconProgressCheck } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createStatus, deleteStatus, listAdminStatuses, updateStatus } from '#contract/reference.ts';
import { ColorSelect } from '#ui/ColorSelect.tsx';
import { Dot } from '#ui/Dot.tsx';

const screen = lookupScreen({
  list: listAdminStatuses,
  create: createStatus,
  update: updateStatus,
  remove: deleteStatus,
  title: 'Statuses',
  one: 'status',
  icon: IconProgressCheck,
  about: 'A status says where a contact stands for your office: new, contacted, sold.',
  nameOf: ({ title }) => title,
  mark: ({ color }) => <Dot tone={color} />,
  ordered: true,
  usedIn: ({ id }) => ({ search: [{ field: 'status', operator: 'any_of', value: [id] }], pool_id: 'all' }),
  valuesOf: (row) => ({ title: row?.title ?? '', color: row?.color ?? ('gray' as const) }),
  bodyOf: (values) => values,
  Fields: ({ form }) => (
    <>
      <TextInput label="Title" data-autofocus maxLength={60} {...form.getInputProps('title')} />
      <ColorSelect label="Color" {...form.getInputProps('color')} />
    </>
  ),
});

export const StatusListPage = () => <LookupPage screen={screen} />;

import { TextInput } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createCarrier, deleteCarrier, listAdminCarriers, updateCarrier } from '#contract/reference.ts';

const screen = lookupScreen({
  list: listAdminCarriers,
  create: createCarrier,
  update: updateCarrier,
  remove: deleteCarrier,
  title: 'Carriers',
  one: 'carrier',
  icon: IconBuildingBank,
  about: 'Add the insurers that your office works with: a contact’s Medicare plan names one of them.',
  nameOf: ({ name }) => name,
  valuesOf: (row) => ({ name: row?.name ?? '' }),
  bodyOf: (values) => values,
  Fields: ({ form }) => <TextInput label="Name" data-autofocus maxLength={80} {...form.getInputProps('name')} />,
});

export const CarrierListPage = () => <LookupPage screen={screen} />;

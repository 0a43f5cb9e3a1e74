import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconBuildingCommunity } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createBusinessUnit, deleteBusinessUnit, listBusinessUnits, updateBusinessUnit } from '#contract/businessUnits.ts';
import { namesOf } from './userAdmin.labels.ts';

interface UnitValues {
  name: string;
  /** As typed. */
  number: string;
}

const screen = lookupScreen({
  list: listBusinessUnits,
  create: createBusinessUnit,
  update: updateBusinessUnit,
  remove: deleteBusinessUnit,
  title: 'Business units',
  one: 'business unit',
  icon: IconBuildingCommunity,
  about:
    'A business unit is a part of your company with its own people, pools and lists. Its administrators see all of its contacts.',
  nameOf: ({ name }) => name,
  counted: ['person or list', 'people and lists'],
  columns: [
    { header: 'Number', cell: ({ number }) => number },
    { header: 'Administrators', cell: ({ managers }) => namesOf(managers) },
  ],
  valuesOf: (row): UnitValues => ({ name: row?.name ?? '', number: row ? String(row.number) : '' }),
  bodyOf: ({ name, number }: UnitValues) => ({ name, ...(number.trim() && { number: Number(number) }) }),
  Fields: ({ form }: { form: UseFormReturnType<UnitValues> }) => (
    <>
      <TextInput label="Name" data-autofocus maxLength={80} {...form.getInputProps('name')} />
      <TextInput
        label="Number"
        description="Leave it empty for the next free number"
        inputMode="numeric"
        maxLength={6}
        {...form.getInputProps('number')}
      />
    </>
  ),
});

export const BusinessUnitListPage = () => <LookupPage screen={screen} />;

import { IconRoute } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createSource, deleteSource, listAdminSources, updateSource } from '#contract/reference.ts';
import { later } from '#ui/later.ts';
import { UnitName } from './UnitName.tsx';

const Fields = later(() => import('./reference.fields.tsx').then((module) => module.SourceFields));

const screen = lookupScreen({
  list: listAdminSources,
  create: createSource,
  update: updateSource,
  remove: deleteSource,
  title: 'Sources',
  one: 'source',
  icon: IconRoute,
  about: 'A source says where a contact came from: your website, a referral, a seminar.',
  nameOf: ({ title }) => title,
  columns: [
    { header: 'Corporations', cell: ({ corporations }) => corporations.join(', ') },
    { header: 'Business unit', cell: ({ business_unit_id }) => <UnitName id={business_unit_id} /> },
  ],
  usedIn: ({ id }) => ({ search: [{ field: 'source', operator: 'any_of', value: [id] }], pool_id: 'all' }),
  valuesOf: (row) => ({
    title: row?.title ?? '',
    corporations: row?.corporations ?? [],
    business_unit_id: row?.business_unit_id ?? null,
  }),
  bodyOf: (values) => values,
  Fields,
});

export const SourceListPage = () => <LookupPage screen={screen} />;

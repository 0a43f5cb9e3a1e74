import { IconBuilding } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import {
  createOfficeLocation,
  deleteOfficeLocation,
  listAdminOfficeLocations,
  updateOfficeLocation,
} from '#contract/reference.ts';
import type { Person } from '#contract/users.ts';
import { later } from '#ui/later.ts';
import { officeWords } from './reference.words.ts';

const Fields = later(() => import('./reference.fields.tsx').then((module) => module.OfficeLocationFields));

const screen = lookupScreen({
  list: listAdminOfficeLocations,
  create: createOfficeLocation,
  update: updateOfficeLocation,
  remove: deleteOfficeLocation,
  title: 'Offices',
  one: 'office',
  icon: IconBuilding,
  about: 'Add the places your people work at, with their address and who leads them.',
  nameOf: ({ name }) => name,
  counted: null,
  columns: [
    { header: 'Type', cell: ({ type }) => officeWords[type] },
    { header: 'City', cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') },
    { header: 'Phone', cell: ({ phone }) => phone && formatPhone(phone) },
    { header: 'Manager', cell: ({ manager }) => manager?.name },
  ],
  valuesOf: (row) => ({
    name: row?.name ?? '',
    type: row?.type ?? 'branch',
    address: row?.address ?? '',
    city: row?.city ?? '',
    state: row?.state ?? '',
    zip_code: row?.zip_code ?? '',
    phone: row ? formatPhone(row.phone) : '',
    email: row?.email ?? '',
    manager: (row?.manager ?? null) as Person | null,
  }),
  bodyOf: ({ manager, ...values }) => ({ ...values, manager_id: manager?.id ?? null }),
  Fields,
});

export const OfficeLocationListPage = () => <LookupPage screen={screen} />;

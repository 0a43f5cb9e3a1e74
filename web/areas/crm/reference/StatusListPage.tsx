import { IconProgressCheck } from '@tabler/icons-react';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createStatus, deleteStatus, listAdminStatuses, updateStatus } from '#contract/reference.ts';
import { Dot, type Tone } from '#ui/Dot.tsx';
import { later } from '#ui/later.ts';

const Fields = later(() => import('./reference.fields.tsx').then((module) => module.StatusFields));

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
  valuesOf: (row) => ({ title: row?.title ?? '', color: row?.color ?? ('gray' as Tone) }),
  bodyOf: (values) => values,
  Fields,
});

export const StatusListPage = () => <LookupPage screen={screen} />;

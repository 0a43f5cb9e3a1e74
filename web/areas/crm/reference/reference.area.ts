import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';

const place = <const To extends string>(
  to: To,
  label: string,
  group: 'Contacts' | 'Company' = 'Contacts',
  permission: 'reference.manage' | 'teams.manage' = 'reference.manage',
) => ({ to, label, group, permission });

export const referenceArea = area({
  adminPlaces: [
    place('/admin/statuses', 'Statuses'),
    place('/admin/agentflow', 'Agentflow statuses'),
    place('/admin/sources', 'Sources'),
    place('/admin/categories', 'Categories'),
    place('/admin/carriers', 'Carriers'),
    place('/admin/pools', 'Pools', 'Contacts', 'teams.manage'),
    place('/admin/groups', 'Groups', 'Company', 'teams.manage'),
    place('/admin/offices', 'Offices', 'Company'),
  ],
  onUpdate: {
    // Loaded at the first message: the calls of look-ups are no part of the first page.
    'reference.changed': () => void import('./reference.api.ts').then(({ referenceLists }) => invalidate(...referenceLists)),
  },
});

// The places of the app, for the navigation, the palette and the `g …` keys. A place is listed once its screen exists.
import { type Icon, IconFileImport, IconForms, IconShieldLock, IconStack2, IconUsers } from '@tabler/icons-react';
import type { Me } from '#contract/users.ts';

export interface Place {
  to: '/contacts' | '/imports' | '/admin/custom-fields' | '/admin/security' | '/admin/jobs';
  label: string;
  icon: Icon;
  /** The second key after `g`. */
  key: string;
  group?: 'Admin';
  permission: keyof Me['can'];
}

const places: Place[] = [
  { to: '/contacts', label: 'Contacts', icon: IconUsers, key: 'c', permission: 'contacts.read' },
  { to: '/imports', label: 'Imports', icon: IconFileImport, key: 'i', permission: 'contacts.import' },
  {
    to: '/admin/custom-fields',
    label: 'Custom fields',
    icon: IconForms,
    key: 'f',
    group: 'Admin',
    permission: 'custom_fields.manage',
  },
  {
    to: '/admin/security',
    label: 'Security',
    icon: IconShieldLock,
    key: 's',
    group: 'Admin',
    permission: 'security.manage',
  },
  { to: '/admin/jobs', label: 'Failed jobs', icon: IconStack2, key: 'j', group: 'Admin', permission: 'jobs.operate' },
];

/** None while something is to be done first. */
export const placesFor = (me: Me) => (me.missing ? [] : places.filter(({ permission }) => me.can[permission]));

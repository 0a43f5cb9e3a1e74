import { area } from '#app/area.ts';

const [group, permission] = ['Company', 'users.manage'] as const;

export const userAdminArea = area({
  adminPlaces: [
    { to: '/admin/users', label: 'Users', group, permission, key: 'u' },
    { to: '/admin/downline', label: 'Downline', group, permission },
    { to: '/admin/units', label: 'Business units', group, permission: 'business_units.manage' },
    { to: '/admin/permissions', label: 'Permissions', group, permission },
  ],
  onUpdate: { 'users.changed': () => void import('./userAdmin.update.ts').then(({ askAgain }) => askAgain()) },
});

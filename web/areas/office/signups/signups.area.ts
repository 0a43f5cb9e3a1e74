import { area } from '#app/area.ts';

export const signupsArea = area({
  adminPlaces: [{ to: '/admin/signups', label: 'Applications', group: 'Company', permission: 'signups.manage' }],
});

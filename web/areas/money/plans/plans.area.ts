import { area } from '#app/area.ts';

export const plansArea = area({
  places: [{ to: '/plans', label: 'Plans', order: 82, permission: 'subscriptions.use' }],
  adminPlaces: [{ to: '/admin/plans', label: 'Plans', group: 'Company', permission: 'money.manage' }],
});

import { area } from '#app/area.ts';

export const paymentsArea = area({
  adminPlaces: [{ to: '/admin/payments', label: 'Payments', group: 'Company', permission: 'money.manage' }],
});

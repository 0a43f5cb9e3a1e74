import { area } from '#app/area.ts';

export const billingArea = area({
  places: [{ to: '/billing', label: 'Billing', order: 83, permission: 'contacts.read' }],
});

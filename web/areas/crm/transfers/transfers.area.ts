import { area } from '#app/area.ts';

export const transfersArea = area({
  places: [{ to: '/transfers', label: 'Transfers', order: 22, permission: 'contacts.bulk' }],
});

import { area } from '#app/area.ts';

export const phoneChecksArea = area({
  places: [{ to: '/number-checks', label: 'Number checks', order: 24, permission: 'contacts.bulk' }],
});

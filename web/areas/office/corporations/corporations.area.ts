import { area } from '#app/area.ts';

export const corporationsArea = area({
  adminPlaces: [{ to: '/admin/corporations', label: 'Corporations', group: 'Company', permission: 'reference.manage' }],
});

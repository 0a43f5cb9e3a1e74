import { area } from '#app/area.ts';

export const featureFlagsArea = area({
  adminPlaces: [{ to: '/admin/features', label: 'Features', group: 'Company', permission: 'features.manage' }],
});

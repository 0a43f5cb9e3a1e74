import { area } from '#app/area.ts';

export const complianceArea = area({
  adminPlaces: [{ to: '/admin/compliance', label: 'Compliance', group: 'Company', permission: 'compliance.manage' }],
});

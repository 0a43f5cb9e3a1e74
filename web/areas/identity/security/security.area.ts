import { area } from '#app/area.ts';

export const securityArea = area({
  adminPlaces: [{ to: '/admin/security', label: 'Security', group: 'Company', key: 's', permission: 'security.manage' }],
});

import { area } from '#app/area.ts';

export const servicesArea = area({
  adminPlaces: [{ to: '/admin/services', label: 'Services', group: 'System', permission: 'settings.manage' }],
});

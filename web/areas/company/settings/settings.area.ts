import { area } from '#app/area.ts';

export const settingsArea = area({
  adminPlaces: [{ to: '/admin/settings', label: 'Settings', group: 'Company', permission: 'settings.manage' }],
});

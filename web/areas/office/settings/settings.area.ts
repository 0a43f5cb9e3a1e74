import { area } from '#app/area.ts';
import { settingsRoutes } from './settings.routes.tsx';

export const settingsArea = area({
  adminRoutes: settingsRoutes,
  adminPlaces: [{ to: '/admin/settings', label: 'Settings', group: 'Company', permission: 'settings.manage' }],
});

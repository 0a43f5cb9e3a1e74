import { area } from '#app/area.ts';
import { serviceRoutes } from './services.routes.tsx';

export const servicesArea = area({
  adminRoutes: serviceRoutes,
  adminPlaces: [{ to: '/admin/services', label: 'Services', group: 'System', permission: 'settings.manage' }],
});

import { area } from '#app/area.ts';
import { securityRoutes } from './security.routes.tsx';

export const securityArea = area({
  adminRoutes: securityRoutes,
  adminPlaces: [{ to: '/admin/security', label: 'Security', group: 'Company', key: 's', permission: 'security.manage' }],
});

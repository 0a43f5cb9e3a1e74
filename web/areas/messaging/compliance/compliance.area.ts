import { area } from '#app/area.ts';
import { complianceRoutes } from './compliance.routes.tsx';

export const complianceArea = area({
  adminRoutes: complianceRoutes,
  adminPlaces: [{ to: '/admin/compliance', label: 'Compliance', group: 'Company', permission: 'compliance.manage' }],
});

import { area } from '#app/area.ts';

export const auditLogArea = area({
  adminPlaces: [{ to: '/admin/audit', label: 'Audit log', group: 'Company', permission: 'audit.read' }],
});

import { area } from '#app/area.ts';
import { auditLogRoutes } from './auditLog.routes.tsx';

export const auditLogArea = area({
  adminRoutes: auditLogRoutes,
  adminPlaces: [{ to: '/admin/audit', label: 'Audit log', group: 'Company', permission: 'audit.read' }],
});

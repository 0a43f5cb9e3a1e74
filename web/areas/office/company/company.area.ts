import { area } from '#app/area.ts';
import type { Permission } from '#contract/permissions.ts';
import { companyAdminRoutes } from './company.routes.tsx';

const place = <const To extends string>(to: To, label: string, permission: Permission) =>
  ({ to, label, group: 'Company', permission }) as const;

export const companyArea = area({
  adminRoutes: companyAdminRoutes,
  adminPlaces: [
    place('/admin/settings', 'Settings', 'settings.manage'),
    place('/admin/features', 'Features', 'features.manage'),
    place('/admin/signups', 'Applications', 'signups.manage'),
    place('/admin/audit', 'Audit log', 'audit.read'),
  ],
});

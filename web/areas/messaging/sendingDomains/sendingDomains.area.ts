import { area } from '#app/area.ts';
import { sendingDomainRoutes } from './sendingDomains.routes.tsx';

export const sendingDomainsArea = area({
  adminRoutes: sendingDomainRoutes,
  adminPlaces: [{ to: '/admin/sending-domains', label: 'Sending domains', group: 'System', permission: 'settings.manage' }],
});

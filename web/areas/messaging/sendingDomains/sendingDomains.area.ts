import { area } from '#app/area.ts';

export const sendingDomainsArea = area({
  adminPlaces: [{ to: '/admin/sending-domains', label: 'Sending domains', group: 'System', permission: 'settings.manage' }],
});

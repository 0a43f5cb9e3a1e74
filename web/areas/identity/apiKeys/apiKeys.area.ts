import { area } from '#app/area.ts';

export const apiKeysArea = area({
  adminPlaces: [{ to: '/admin/api-keys', label: 'API keys', group: 'Company', permission: 'security.manage' }],
  commands: [{ to: '/account/api-keys', label: 'Your API keys', permission: 'contacts.read' }],
});

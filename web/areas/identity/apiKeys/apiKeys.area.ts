import { area } from '#app/area.ts';
import { apiKeyRoutes, companyApiKeyRoutes } from './apiKeys.routes.tsx';

export const apiKeysArea = area({
  routes: apiKeyRoutes,
  adminRoutes: companyApiKeyRoutes,
  adminPlaces: [{ to: '/admin/api-keys', label: 'API keys', group: 'Company', permission: 'security.manage' }],
  commands: [{ to: '/account/api-keys', label: 'Your API keys', permission: 'contacts.read' }],
});

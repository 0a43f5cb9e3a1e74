import type { areas } from '#contract/index.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Sent } from './server.ts';

type Contract = (typeof areas)['apiKeys'];
type Calls = { [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Sent<Contract[Name]> };

export function apiKeyCalls(to: { apiKey: number }): Calls {
  const key = { params: { id: to.apiKey } };
  return {
    listApiKeys: {},
    createApiKey: { body: { name: 'Reports', scopes: ['contacts:read'], expires_in_days: 30 } },
    updateApiKey: { ...key, body: { name: 'Zapier 2', expires_in_days: null } },
    revokeApiKey: key,
    listApiKeyCalls: { ...key, query: { limit: 20 } },
    exportApiKeyCalls: { ...key, body: { format: 'csv' } },
    showApiToken: {},
    refreshApiToken: {},
    listCompanyApiKeys: { query: { q: 'zap', page: 1, limit: 10 } },
    revokeCompanyApiKey: { ...key, body: { revoked: true } },
  };
}

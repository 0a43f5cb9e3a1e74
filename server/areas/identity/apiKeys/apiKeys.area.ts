import { sql } from 'kysely';
import { apiCallDays } from '#contract/apiKeys.ts';
import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { mePart } from '#kernel/me.ts';
import { resealTable } from '#kernel/secrets/reseal.ts';
import { listOwnKeys, tokenSecret } from './apiKeys.queries.ts';
import { apiKeyRoutes } from './apiKeys.routes.ts';

export const apiKeyArea = area({
  name: 'apiKeys',
  routes: apiKeyRoutes,
  chores: [
    {
      name: 'drop old calls of API keys',
      run: (db) =>
        db.deleteFrom('api_key_calls').where('at', '<', sql<string>`now() - make_interval(days => ${apiCallDays})`).execute(),
    },
  ],
  me: [mePart({ empty: { api_keys: [] }, oneself: true, read: async (tx) => ({ api_keys: await listOwnKeys(tx) }) })],
  attached: [accessOf('api_keys')],
  reseals: { 'API tokens': resealTable({ table: 'api_keys', key: { id: 'bigint' }, sealed: { secret_sealed: tokenSecret } }) },
});

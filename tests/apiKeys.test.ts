// Rules for calls with an API key, for every endpoint of the contract.
import { beforeAll, describe, expect, test } from 'vitest';
import { apiScopes, scopeOf } from '#contract/apiScopes.ts';
import { allEndpoints } from '#contract/index.ts';
import { paces } from '#contract/kit/endpoint.ts';
import { anApiKey } from './support/apiKeys.ts';
import { type EndpointName, exampleCalls, someTargets } from './support/examples.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { aServer, send, type TestServer } from './support/server.ts';

const closed = allEndpoints.filter(({ endpoint }) => endpoint.permission !== 'public');
const open = closed.flatMap(({ name, area, endpoint }) => {
  const scope = scopeOf(endpoint);
  return scope ? [{ name: name as EndpointName, area, endpoint, scope }] : [];
});

let server: TestServer;
let ours: TestCompany<'admin'>;
let theirs: TestCompany<'admin'>;
let calls: ReturnType<typeof exampleCalls>;
type Key = Awaited<ReturnType<typeof anApiKey>>;

beforeAll(async () => {
  server = await aServer();
  ours = await aCompany(server, { admin: {} });
  theirs = await aCompany(server, { admin: {} });
  const on = { company_id: theirs.companyId, user_id: 0, enabled: true };
  const features = ['wallet', 'call_centre'].map((feature) => ({ ...on, feature }));
  await server.operator.db.insertInto('feature_overrides').values(features).execute();
  calls = exampleCalls(await someTargets(server, ours.companyId, ours.people.admin));
});

const aKey = (given?: Parameters<typeof anApiKey>[3]) => anApiKey(server, ours.companyId, ours.people.admin.userId, given);

/** With a body that no parser accepts: an answer other than 400 shows that nobody read it. */
async function refusalOf({ name, endpoint }: Pick<(typeof open)[number], 'name' | 'endpoint'>, headers: Record<string, string>) {
  const { params = {} } = calls[name] as { params?: Record<string, unknown> };
  const url = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, param: string) => String(params[param]));
  const payload = endpoint.method === 'GET' ? undefined : '{';
  const answer = await server.app.inject({
    method: endpoint.method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(payload && { payload }),
  });
  return { name, status: answer.statusCode, code: answer.json().code, challenge: answer.headers['www-authenticate'], answer };
}

/** Without what differs between two answers to the same call. */
const lasting = (body: string) =>
  body
    .replace(/"(request_id|next_cursor|checked_at)":"[^"]+"|"talked":\d+/g, '')
    .replace(/(?<=^\{"day":"[^"]+",)"at":"[^"]+",/, '');

/** `GET /v1/users/me` tells these fields only to the user themselves. */
const withoutOwn = (body: string) => body.replace(/"(api_keys|draft_keys)":\[[^\]]*\]/g, '"$1":[]');

/** Limits count every call of a key; these loops make more than a minute's share. */
const forget = () => server.operator.db.deleteFrom('rate_limits').execute();

describe('every call', () => {
  test.each([
    ['an expired', () => aKey({ expires_at: new Date(Date.now() - 1_000) })],
    ['a revoked', () => aKey({ revoked_at: new Date() })],
  ])('with %s key is a 401 before the body is read, which leaves the cookies alone', async (_, make) => {
    const { headers } = await make();
    for (const item of closed) {
      const refusal = await refusalOf(item as (typeof open)[number], { ...ours.people.admin.headers, ...headers });
      expect(refusal).toMatchObject({ status: 401, code: 'api_keys.refused', challenge: /error="invalid_token"/ });
      expect(refusal.answer.cookies).toEqual([]);
    }
  });

  test('without its scope is a 403 that names it, before the body is read', async () => {
    const others = new Map<string, Key>();
    for (const scope of apiScopes) {
      const [group] = scope.split(':');
      const without = apiScopes.filter((one) => (scope.endsWith(':read') ? !one.startsWith(`${group}:`) : one !== scope));
      others.set(scope, await aKey({ scopes: without }));
    }
    for (const item of open) {
      const refusal = await refusalOf(item, others.get(item.scope)?.headers ?? {});
      expect(refusal).toMatchObject({
        name: item.name,
        status: 403,
        code: 'api_keys.out_of_scope',
        challenge: `Bearer realm="Steward", error="insufficient_scope", scope="${item.scope}"`,
      });
      expect(refusal.answer.json()).toMatchObject({ data: { scope: item.scope } });
    }
  });

  test('that no key may make is a 403 for a key with every scope', async () => {
    const { headers } = await aKey();
    for (const item of closed.filter(({ endpoint }) => scopeOf(endpoint) === null))
      expect(await refusalOf(item as (typeof open)[number], headers)).toMatchObject({ status: 403, code: 'api_keys.closed' });
  });

  test('with its scope passes without cookie and CSRF token, and answers what the session answers', async () => {
    const keys = new Map(await Promise.all(apiScopes.map(async (scope) => [scope, await aKey({ scopes: [scope] })] as const)));
    for (const item of open) {
      const { name, endpoint, scope } = item;
      const headers = keys.get(scope)?.headers ?? {};
      if (endpoint.method === 'GET') {
        const [bySession, byKey] = [
          await send(server.app, ours.people.admin.headers, endpoint, calls[name] as object),
          await send(server.app, headers, endpoint, calls[name] as object),
        ];
        expect({ name, status: byKey.statusCode, body: lasting(byKey.body) }).toEqual({
          name,
          status: bySession.statusCode,
          body: withoutOwn(lasting(bySession.body)),
        });
        expect(byKey.cookies).toEqual([]);
      } else expect(await refusalOf(item, headers)).toMatchObject({ name, status: 400, code: 'bad_request' });
    }
  });

  test('on another company’s row finds none', async () => {
    await forget();
    const { headers } = await anApiKey(server, theirs.companyId, theirs.people.admin.userId);
    const idOf = (name: EndpointName) => (calls[name] as { params?: { id?: unknown } }).params?.id;
    const aimed = open.filter(({ name, endpoint }) => typeof idOf(name) === 'number' && endpoint.kind !== 'multipart');
    expect(aimed.length).toBeGreaterThan(50);
    for (const { name, endpoint } of aimed) {
      const answer = await send(server.app, headers, endpoint, calls[name] as object);
      expect({ name, status: answer.statusCode }).toMatchObject({ status: expect.toBeOneOf([404, 422]) });
    }
  });
});

test('a call that changes nothing needs the scope to read, whatever its method: an export and a search do, an import does not', () => {
  const scopes = new Map(open.map(({ name, scope }) => [name as string, scope]));
  for (const name of ['listContacts', 'exportContacts', 'findContactMatches', 'previewMergeByRule', 'searchTags'])
    expect({ name, scope: scopes.get(name) }).toEqual({ name, scope: 'contacts:read' });
  for (const name of ['validateImport', 'importContacts', 'createTag', 'mergeContacts', 'destroyContacts'])
    expect({ name, scope: scopes.get(name) }).toEqual({ name, scope: 'contacts:write' });
  // Files are read, and so is what a screen asks for while its user types.
  const isRead = ({ method, kind, rateLimit }: (typeof open)[number]['endpoint']) =>
    method !== 'GET' && (kind === 'stream' || rateLimit === paces.look);
  expect(open.filter(({ endpoint }) => isRead(endpoint) && !endpoint.reads).map(({ name }) => name)).toEqual([]);
});

test('about signing in, only these are open to keys', () => {
  const guarded = ['signIn', 'sessions', 'passwords', 'twoFactor', 'passkeys', 'sso', 'security', 'apiKeys'];
  expect(open.filter(({ area }) => guarded.includes(area)).map(({ name, scope }) => `${name} ${scope}`)).toEqual([
    'getMe account:read',
    'getProfile account:read',
    'listNetworks company:read',
  ]);
});

// Rules for every endpoint of the contract: access and origin.
import { beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/index.ts';
import type { Method } from '#contract/kit/endpoint.ts';
import { variants } from '#contract/lookups.ts';
import { allows, type Permission, type Role, roles } from '#contract/permissions.ts';
import { rolesOf } from '#contract/roles.ts';
import { proveOneself } from '#contract/signIn.ts';
import { counterOf } from '#kernel/http/rateLimits.ts';
import { hashToken } from '#kernel/http/sessions.ts';
import { allRoutes } from '../server/areas.ts';
import { aBrowser } from './support/browser.ts';
import { type Calls, type EndpointName, exampleCalls, someTargets } from './support/examples.ts';
import { aCompany, type TestCompany, testPassword } from './support/factories.ts';
import { setCount } from './support/rateLimits.ts';
import { aServer, type Client, send, signedIn, type TestServer } from './support/server.ts';
import { until } from './support/until.ts';

let server: TestServer;
let ours: TestCompany<Role>;
let calls: Calls;

beforeAll(async () => {
  server = await aServer();
  ours = await aCompany(server, Object.fromEntries(roles.map((role) => [role, {}])) as Record<Role, object>);
  calls = exampleCalls(await someTargets(server, ours.companyId, ours.people.admin));
});

const callOf = (name: string) => calls[name as EndpointName] as object;
const named = allEndpoints.map((item) => ({ ...item, title: `${item.name} ${item.endpoint.method} ${item.endpoint.path}` }));
const closed = named.filter(({ endpoint }) => endpoint.permission !== 'public');
const changing = named.filter(({ endpoint }) => endpoint.method !== 'GET');
const closedChanging = closed.filter(({ endpoint }) => endpoint.method !== 'GET');
/** A body that no parser accepts: an answer other than 400 shows that nobody read it. */
const unreadable = '{';

describe('every endpoint', () => {
  test.each(named)('$title has a handler, a summary, a unique name and its parameters', ({ name, endpoint }) => {
    expect(server.app.hasRoute({ method: endpoint.method as Method, url: endpoint.path })).toBe(true);
    expect(allRoutes.filter((route) => route.name === name && typeof route.handler === 'function')).toHaveLength(1);
    expect(endpoint.summary).toMatch(/^[A-Z].{4,}[^.]$/);
    const inPath = [...endpoint.path.matchAll(/:([A-Za-z_]+)/g)].map(([, param]) => param);
    expect(Object.keys(endpoint.params?.shape ?? {}).toSorted()).toEqual(inPath.toSorted());
  });

  test('is mounted once', () => {
    const places = named.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(places).size).toBe(places.length);
    expect(allRoutes.length).toBe(named.length);
  });
});

describe('without a session', () => {
  test.each(closed)('$title is a 401 that expires the cookie', async ({ name, endpoint }) => {
    for (const cookie of ['', 'token=nonsense', `token=${ours.companyId}.${'x'.repeat(43)}`]) {
      const answer = await send(server.app, { cookie }, endpoint, callOf(name));
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
      expect(answer.cookies.find((set) => set.name === 'token')).toMatchObject({ value: '', expires: new Date(0) });
    }
  });
});

describe('without the permission', () => {
  const withheld = closed.flatMap((item) => {
    const { permission } = item.endpoint;
    const role = permission === 'signed_in' ? undefined : roles.find((one) => !allows(one, permission as Permission));
    return role ? [{ ...item, role }] : [];
  });

  test.each(withheld)('$title is a 403 for $role before the body is read', async ({ name, endpoint, role }) => {
    const { url, headers } = requestTo(name, ours.people[role]);
    const answer = await server.app.inject({ method: endpoint.method, url, headers, payload: unreadable });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'forbidden', errors: { user: ['Access denied!'] } });
  });

  test('there is somebody to refuse for every permission but those of all', () => {
    expect(new Set(withheld.map(({ endpoint }) => endpoint.permission))).toEqual(
      new Set([
        'contacts.bulk',
        'contacts.export',
        'contacts.import',
        'prescriptions.read',
        'prescriptions.update',
        'tags.create',
        'emails.update',
        'calls.make',
        'calls.watch',
        'messages.group',
        'messages.broadcast',
        'numbers.buy',
        'numbers.manage',
        'wallet.allocate',
        'subscriptions.use',
        'subscriptions.share',
        'money.manage',
        'campaigns.update',
        'reference.manage',
        'teams.manage',
        'custom_fields.manage',
        'capture_forms.manage',
        'compliance.manage',
        'jobs.operate',
        'features.manage',
        'settings.manage',
        'audit.read',
        'signups.manage',
        'security.manage',
        'access.manage',
        'users.impersonate',
        'users.manage',
        'business_units.manage',
      ]),
    );
  });
});

describe('every role of every variant', () => {
  // Every call by every role: it grows with both.
  test.each(variants)('%s: each call is refused or not, as the matrix says', { timeout: 180_000 }, async (variant) => {
    const held = rolesOf(variant);
    const { companyId, people } = await aCompany(
      server,
      Object.fromEntries(held.map((role) => [role, {}])) as Record<Role, object>,
    );
    await server.operator.db.updateTable('companies').set({ variant }).where('company_id', '=', companyId).execute();
    const examples = exampleCalls(await someTargets(server, companyId, people.admin));
    const wrong: string[] = [];
    for (const { name, endpoint } of closed)
      await Promise.all(
        held.map(async (role) => {
          const may = endpoint.permission === 'signed_in' || allows(role, endpoint.permission as Permission);
          const answer =
            endpoint.method === 'GET'
              ? await send(server.app, people[role].headers, endpoint, examples[name as EndpointName] as object)
              : await server.app.inject({
                  method: endpoint.method,
                  ...requestTo(name, people[role], examples),
                  payload: unreadable,
                });
          const isRefused = answer.statusCode === 403 && answer.json().code === 'forbidden';
          if (isRefused === may) wrong.push(`${name} as ${role}: ${answer.statusCode} ${answer.body.slice(0, 80)}`);
        }),
      );
    expect(wrong).toEqual([]);
  });
});

const newestSession = async () =>
  (await server.operator.db.selectFrom('sessions').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

describe('with its feature switched off', () => {
  const optional = closed.filter(({ endpoint }) => endpoint.feature);

  test('every call of a feature is a 403 before the body is read', async () => {
    for (const { name, endpoint } of optional) {
      const { companyId, people } = await aCompany(server, { admin: {} });
      await server.operator.db
        .insertInto('feature_overrides')
        .values({ company_id: companyId, feature: String(endpoint.feature), enabled: false })
        .execute();
      const { url, headers } = requestTo(name, people.admin);
      const answer = await server.app.inject({ method: endpoint.method, url, headers, payload: unreadable });
      expect(answer.json(), name).toMatchObject({ status: 403, code: 'feature_off' });
    }
  });

  test('no call without a session is part of one: there is nobody to ask', () => {
    expect(named.filter(({ endpoint }) => endpoint.feature && endpoint.permission === 'public')).toEqual([]);
  });
});

describe('some time after one’s password', () => {
  const guarded = closed.filter(({ endpoint }) => endpoint.proof);

  test.each(guarded)('$title asks for it again before the body is read', async ({ name, endpoint }) => {
    const client = await signedIn(server, ours.companyId, ours.people.admin.userId);
    const long = new Date(Date.now() - 16 * 60_000);
    await server.operator.db
      .updateTable('sessions')
      .set({ proved_at: long })
      .where('token_hash', '=', hashToken(client.token))
      .execute();
    const ask = () => {
      const { url, headers } = requestTo(name, client);
      return server.app.inject({ method: endpoint.method, url, headers, payload: unreadable });
    };
    expect((await ask()).json()).toMatchObject({ status: 403, code: 'sessions.prove_yourself' });
    await expect(client.call(proveOneself, { body: { password: 'wrong' } })).rejects.toMatchObject({ code: 'passwords.wrong' });
    expect((await ask()).statusCode).toBe(403);
    await server.operator.db.deleteFrom('rate_limits').execute();
    const browser = aBrowser(server, client);
    await browser.call(proveOneself, { body: { password: testPassword } });
    const { url, headers } = requestTo(name, { ...client, headers: browser.headers });
    const proved = await server.app.inject({ method: endpoint.method, url, headers, payload: unreadable });
    if (endpoint.method === 'GET') expect(proved.statusCode).toBe(200);
    else expect(proved.json()).toMatchObject({ code: 'bad_request' });
  });

  test('are the calls that could hand over a company', () => {
    expect(guarded.map(({ name }) => name).toSorted()).toEqual([
      'createApiKey',
      'createNetwork',
      'createUser',
      'deactivateUser',
      'deleteNetwork',
      'deleteSsoConnection',
      'importUserFile',
      'loginAsUser',
      'reactivateUser',
      'refreshApiToken',
      'renewInbound',
      'resetTwoFactor',
      'showApiToken',
      'showInboundSecret',
      'updateApiKey',
      'updateSecurity',
      'updateSsoConnection',
      'updateUserRoles',
    ]);
  });
});

describe('while acting as somebody else', () => {
  const forOneself = closed.filter(({ endpoint }) => endpoint.oneself);

  test.each(forOneself)('$title is a 403 before the body is read', async ({ name, endpoint }) => {
    const { userId } = ours.people.admin;
    await signedIn(server, ours.companyId, userId);
    const original = await newestSession();
    const client = await signedIn(server, ours.companyId, ours.people.sub_admin.userId);
    await server.operator.db
      .updateTable('sessions')
      .set({ impersonator_id: userId, method: 'impersonation', original_id: original })
      .where('token_hash', '=', hashToken(client.token))
      .execute();
    const { url, headers } = requestTo(name, client);
    const answer = await server.app.inject({ method: endpoint.method, url, headers, payload: unreadable });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'impersonating' });
  });
});

describe('too often', () => {
  test('no call that changes something is unlimited, nor are lists', () => {
    expect(changing.filter(({ endpoint }) => !endpoint.rateLimit).map(({ name }) => name)).toEqual([]);
  });

  test.each(closedChanging)('$title is a 429 before the body is read', async ({ name, endpoint }) => {
    const { companyId, people } = ours;
    const { limit, seconds, by } = endpoint.rateLimit ?? { limit: 0, seconds: 0, by: 'user' };
    expect(by).toBe('user');
    const { url, headers } = requestTo(name, people.admin);
    const ask = () => server.app.inject({ method: endpoint.method, url, headers, payload: unreadable });
    const fill = () => setCount(server, counterOf(name, { limit, seconds }), seconds, [companyId, people.admin.userId], limit);
    const refused = await until(async () => {
      await fill(); // its window may end before the call: then the next one is filled
      const answer = await ask();
      return answer.statusCode === 429 && answer;
    });
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await server.operator.db.deleteFrom('rate_limits').execute();
  });
});

describe('from elsewhere', () => {
  test.each(closedChanging)('$title needs the token of its own session', async ({ name, endpoint }) => {
    const { admin, agent } = ours.people;
    const sibling = await signedIn(server, ours.companyId, admin.userId);
    for (const token of [undefined, '', 'wrong', agent.headers['x-csrf-token'], sibling.headers['x-csrf-token']]) {
      const { url, headers } = requestTo(name, admin);
      const { 'x-csrf-token': _, ...without } = headers;
      const answer = await server.app.inject({
        method: endpoint.method,
        url,
        headers: { ...without, ...(token !== undefined && { 'x-csrf-token': token }) },
        payload: unreadable,
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'csrf' });
    }
  });

  test.each(changing)('$title refuses another origin', async ({ name, endpoint }) => {
    for (const origin of ['https://elsewhere.example', 'null', 'http://localhost:81', 'http://localhost.elsewhere.example']) {
      const { url, headers } = requestTo(name, ours.people.admin);
      const answer = await server.app.inject({
        method: endpoint.method,
        url,
        headers: { ...headers, origin },
        payload: unreadable,
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'origin' });
    }
  });

  test('the own origin passes', async () => {
    const { url, headers } = requestTo('createTag', ours.people.admin);
    const own = { ...headers, host: 'localhost:8080', origin: 'http://localhost:8080' };
    const answer = await server.app.inject({ method: 'POST', url, headers: own, payload: { name: 'Own origin' } });
    expect(answer.statusCode).toBe(201);
  });
});

function requestTo(name: string, client: Client, examples = calls) {
  const { params = {} } = examples[name as EndpointName] as { params?: Record<string, unknown> };
  const path = named.find((item) => item.name === name)?.endpoint.path ?? '';
  const url = path.replace(/:([A-Za-z_]+)/g, (_, param: string) => String(params[param]));
  const headers: Record<string, string> = { ...client.headers, 'content-type': 'application/json' };
  return { url, headers };
}

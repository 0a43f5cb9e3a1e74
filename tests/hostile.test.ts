// Bad input is the sender's mistake: the answer is never a 500, and a refusal gives the reason and the request id.
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/index.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Role } from '#contract/permissions.ts';
import { type Calls, type EndpointName, exampleCalls, someTargets } from './support/examples.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { aServer, type TestServer } from './support/server.ts';

let server: TestServer;
let company: TestCompany<Role & 'admin'>;
let calls: Calls;

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {} });
  calls = exampleCalls(await someTargets(server, company.companyId, company.people.admin));
});

/** Some of it is valid by chance; then the company's new requirements would block the other calls. */
afterEach(async () => {
  const { db } = server.operator;
  await db.updateTable('companies').set({ require_two_factor: false, two_factor_roles: [] }).execute();
  await db.updateTable('users').set({ must_change_password: false }).execute();
});

const hostile: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  -1e300,
  '',
  ' ',
  'a\0b',
  '\ud800',
  '%_\\',
  "'; drop table contacts; --",
  '2024-02-30',
  '0000-01-01',
  'constructor',
  'custom:99999999999999999999',
  'capture:1',
  'captured:99999999999999999999',
  '9'.repeat(40),
  'x'.repeat(30_000),
  [],
  [null],
  [[[]]],
  ['\0'],
  {},
  { a: { b: { c: null } } },
];
/** As they are in a URL. */
const hostileText = [
  '',
  '-1',
  '0',
  '1.5',
  '9007199254740993',
  '1e300',
  'NaN',
  'x',
  '%00',
  '%F0',
  '%ED%A0%80',
  "'--",
  'x'.repeat(3000),
];
const unreadable = ['{', '}', '"', 'nul', '{"a":1,}', '\0', '{"__proto__":{"a":1}}', '['.repeat(100_000), '{"a":'.repeat(50_000)];
const notObjects = ['[]', '"text"', '1', 'true', '1e999'];

const withBody = allEndpoints.filter(({ endpoint }) => endpoint.method !== 'GET');
const jsonBodies = withBody.filter(({ endpoint }) => endpoint.body && (endpoint.kind !== 'multipart' || endpoint.orJson));
const multipartBodies = withBody.filter(({ endpoint }) => endpoint.kind === 'multipart');
const withParams = allEndpoints.filter(({ endpoint }) => endpoint.params);
/** One picture for every id, so that nobody learns which exist. */
const samePicture = 'markOpened';
const withQuery = allEndpoints.filter(({ endpoint }) => endpoint.query);

describe('a body', () => {
  test.each(jsonBodies)('of $name that is no JSON or no object is refused', async ({ name, endpoint }) => {
    for (const payload of [...unreadable, ...notObjects])
      mustRefuse(await sendRaw(name, endpoint, payload), payload.slice(0, 40));
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data', 'nonsense']) {
      mustRefuse(await sendRaw(name, endpoint, '{"name":"x"}', type), type);
    }
  });

  test.each(jsonBodies)('of $name may be wrong in every place', async ({ name, endpoint }) => {
    let refused = 0;
    for (const body of spoiled((callOf(name) as { body?: unknown }).body)) {
      const payload = JSON.stringify(body);
      // The contract refuses each of them alike: the first of them, and then each twentieth, are sent as well.
      if (endpoint.body?.safeParse(JSON.parse(payload)).success || refused++ % 20 === 0)
        mustNotFail(await sendRaw(name, endpoint, payload), payload.slice(0, 2000));
    }
  });

  test.each(multipartBodies)('of $name that is no form is refused', async ({ name, endpoint }) => {
    const boundary = 'multipart/form-data; boundary=b';
    const field = (field: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
    const bodies: [string, string][] = [
      ['{}', 'application/json'],
      ['', 'multipart/form-data'],
      ['', boundary],
      ['--b\r\n', boundary],
      ['--b--\r\n', boundary],
      [`${field('id', '1')}`, boundary],
      ['--b\r\ncontent-disposition: form-data; name="import_file"; filename="a.csv"\r\n\r\na,b', boundary],
      [`${field('id', '\0')}--b--\r\n`, boundary],
      [`${field('id', '9007199254740993')}${field('form', '{"fields":')}--b--\r\n`, boundary],
      [`${field('__proto__', '{}')}--b--\r\n`, boundary],
      [`${field('form', '{}').repeat(60)}--b--\r\n`, boundary],
    ];
    for (const [payload, type] of bodies) mustRefuse(await sendRaw(name, endpoint, payload, type), payload.slice(0, 200));
  });

  test('that is too large is a 413', async () => {
    const answer = await sendRaw('createTag', endpointOf('createTag'), JSON.stringify({ name: 'x'.repeat(3_000_000) }));
    mustRefuse(answer, 'three megabytes');
    expect(answer.json()).toMatchObject({ code: 'too_large' });
  });
});

test.each(withParams)('an id of $name that can be none is a 404', async ({ name, endpoint }) => {
  const { params } = callOf(name) as { params: Record<string, unknown> };
  for (const param of Object.keys(params)) {
    for (const text of hostileText.filter(Boolean)) {
      const url = pathOf(endpoint, { ...params, [param]: text });
      const answer = await inject(endpoint, url, JSON.stringify((callOf(name) as { body?: unknown }).body ?? {}));
      if (name === samePicture && answer.statusCode === 200) {
        expect(answer.headers['content-type'], url).toBe('image/gif');
        continue;
      }
      mustRefuse(answer, url);
      expect([400, 404, 414], url).toContain(answer.statusCode);
    }
  }
});

test.each(withQuery)('a query of $name may be wrong in every place', async ({ name, endpoint }) => {
  const path = pathOf(endpoint, (callOf(name) as { params?: Record<string, unknown> }).params ?? {});
  for (const key of Object.keys(endpoint.query?.shape ?? {})) {
    const queries = [
      ...hostileText.map((text) => `${key}=${text}`),
      ...[
        `${key}`,
        `${key}[]=1&${key}[]=2`,
        `${key}[a][b][c][d][e]=1`,
        `${key}=1&${key}=2`,
        `${key}[__proto__]=1`,
        `__proto__[${key}]=1`,
      ],
      ...[`${key}[999999]=1`, `&&&=&${key}[=1`],
    ];
    for (const query of queries) mustNotFail(await inject(endpoint, `${path}?${query}`), query.slice(0, 100));
  }
});

test('a path that is nowhere is a 404 in the same shape', async () => {
  for (const url of ['/v1', '/v1/', '/v1/nothing', '/v1/contacts/1/2/3', '/v1/%2e%2e/etc/passwd']) {
    const answer = await server.app.inject({ url });
    mustRefuse(answer, url);
    expect(answer.statusCode).toBe(404);
  }
});

test('a call without a body where the contract has none passes, with or without a JSON type', async () => {
  const { admin } = company.people;
  for (const [index, type] of [undefined, 'application/json'].entries()) {
    const { contact } = await someTargets(server, company.companyId, admin);
    await server.operator.db
      .updateTable('contacts')
      .set({ owner_id: company.people.admin.userId })
      .where('id', '=', contact)
      .execute();
    const headers = { ...admin.headers, ...(type && { 'content-type': type }) };
    const answer = await server.app.inject({ method: 'PATCH', url: `/v1/contacts/${contact}/assign_to_me`, headers });
    expect(answer.json(), `call ${index}`).toMatchObject({ code: 'contacts.already_yours' });
  }
});

function mustNotFail(answer: LightMyRequestResponse, what: string) {
  expect(answer.statusCode, what).toBeLessThan(500);
  if (answer.statusCode >= 400) mustRefuse(answer, what);
}

function mustRefuse(answer: LightMyRequestResponse, what: string) {
  expect(answer.statusCode, what).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode, what).toBeLessThan(500);
  if (isPage(answer)) return expect(answer.body, what).toMatch(/^<!doctype html>/);
  expect(answer.headers['content-type'], what).toMatch(/^application\/problem\+json/);
  const problem = answer.json();
  expect(problem, what).toMatchObject({ status: answer.statusCode, code: expect.any(String), title: expect.any(String) });
  expect(problem.request_id, what).toBe(answer.headers['x-request-id']);
}

/** Pages for people without a session say in words what is wrong. */
const isPage = ({ raw, headers }: LightMyRequestResponse) =>
  /^\/(v1\/mail_preferences|l)\//.test(raw.req.url ?? '') && headers['content-type']?.toString().startsWith('text/html');

/** The body with each hostile value in each place, one at a time. */
function* spoiled(body: unknown): Generator<unknown> {
  yield* hostile;
  if (typeof body !== 'object' || body === null) return;
  for (const [key, value] of Object.entries(body)) {
    for (const worse of spoiled(value)) yield Array.isArray(body) ? body.with(Number(key), worse) : { ...body, [key]: worse };
  }
}

const callOf = (name: string) => calls[name as EndpointName] as object;
const endpointOf = (name: EndpointName): Endpoint => {
  const found = allEndpoints.find((item) => item.name === name);
  if (!found) throw new Error(`no endpoint ${name}`);
  return found.endpoint;
};
const pathOf = ({ path }: Endpoint, params: Record<string, unknown>) =>
  path.replace(/:([A-Za-z_]+)/g, (_, param: string) => String(params[param]));

function sendRaw(name: string, endpoint: Endpoint, payload: string, type = 'application/json') {
  const { params = {} } = callOf(name) as { params?: Record<string, unknown> };
  return inject(endpoint, pathOf(endpoint, params), payload, type);
}

let sent = 0;

async function inject({ method, rateLimit }: Endpoint, url: string, payload = '', type = 'application/json') {
  const { headers } = company.people.admin;
  // Otherwise most of it would meet a limit, not the parser. Limits by the user's address or name are low, and often several.
  const often = rateLimit?.by === 'user' ? Math.min(rateLimit.limit, 100) : 1;
  const counted = rateLimit !== undefined || method !== 'GET';
  if (counted && sent++ % often === 0) await server.operator.db.deleteFrom('rate_limits').execute();
  return server.app.inject(
    method === 'GET' ? { method, url, headers } : { method, url, headers: { ...headers, 'content-type': type }, payload },
  );
}

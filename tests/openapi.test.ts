// The document at /v1/openapi.json: its form by OpenAPI 3.1, and that it lists every endpoint.
import { execFile, spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '#contract/index.ts';
import { anApiKey } from './support/apiKeys.ts';
import { aCompany } from './support/factories.ts';
import { aServer, type TestServer } from './support/server.ts';

const JsonSchema = z.looseObject({ type: z.union([z.string(), z.array(z.string())]).optional(), $ref: z.string().optional() });
const Content = z.record(z.string().regex(/^[a-z]+\/[\w.+-]+$/), z.strictObject({ schema: JsonSchema.optional() }));
const Operation = z.strictObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema: JsonSchema }),
  ),
  requestBody: z.strictObject({ content: Content, required: z.boolean().optional() }).optional(),
  responses: z.record(
    z.string().regex(/^(default|[1-5]\d\d)$/),
    z.strictObject({ description: z.string(), content: Content.optional() }),
  ),
  'x-permission': z.string(),
  'x-errors': z.array(z.string()),
});
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation)),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), JsonSchema),
    securitySchemes: z.record(
      z.string(),
      z.union([
        z.strictObject({ type: z.literal('apiKey'), in: z.string(), name: z.string() }),
        z.strictObject({ type: z.literal('http'), scheme: z.string() }),
      ]),
    ),
  }),
});

let server: TestServer;
let document: z.output<typeof Document>;
beforeAll(async () => {
  server = await aServer({ own: true });
  const answer = await server.app.inject('/v1/openapi.json');
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  document = answer.json();
});

test('it has the shape of OpenAPI 3.1', () => {
  const { error } = Document.safeParse(document);
  expect(error && z.prettifyError(error)).toBeUndefined();
});

test('it tells of every endpoint, by name', () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const declared = allEndpoints.map(
    ({ name, endpoint }) => `${name} ${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(operations.toSorted()).toEqual(declared.toSorted());
});

test('every parameter of a path is declared, and required', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
    for (const { parameters } of Object.values(item)) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name).toSorted(), path).toEqual(wanted);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  }
});

test('every reference leads somewhere, and nothing is left of $defs', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
  expect(references.length).toBeGreaterThan(50);
  for (const reference of new Set(references)) {
    const name = reference.match(/^#\/components\/schemas\/(.+)$/)?.[1] ?? '';
    expect(document.components.schemas, reference).toHaveProperty([name]);
  }
  expect(JSON.stringify(document)).not.toContain('$defs');
});

test('every shape with a name says what it is', () => {
  expect(document.components.schemas).toMatchObject({
    Contact: { type: 'object' },
    Problem: { type: 'object' },
    Me: { type: 'object' },
  });
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(Object.keys(schema).length, `${name} is empty`).toBeGreaterThan(0);
  }
});

test('the page beside it names every call and every error, and runs no script', async () => {
  const page = await server.app.inject('/v1/docs');
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  for (const { name } of allEndpoints) expect(page.body).toContain(`id="${name}"`);
  expect(page.body).toContain('id="contacts.stale"');
  expect(page.body).not.toMatch(/<script|\bon[a-z]+=/i);
});

test('it names the scope by which an API key may make a call', () => {
  expect(document.paths['/v1/contacts/{id}']?.get?.security).toEqual([{ session: [] }, { key: ['contacts:read'] }]);
  expect(document.paths['/v1/api_keys']?.get?.security).toEqual([{ session: [] }]);
  expect(document.paths['/v1/health']?.get?.security).toEqual([]);
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

test.skipIf(!hasCurl)('the calls that the page shows run as they stand, once the key is filled in', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { secret } = await anApiKey(server, companyId, people.agent.userId);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const page = await (await fetch(`${origin}/v1/docs`)).text();
  const shown = (id: string) => {
    const text = new RegExp(`<pre id="${id}">(.*?)</pre>`, 's').exec(page)?.[1] ?? '';
    return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replace('stw_…', secret);
  };
  expect(shown('example-get')).toContain(`${origin}/v1/users/me`);
  const run = async (command: string) => JSON.parse((await promisify(execFile)('sh', ['-c', command])).stdout);
  expect(await run(shown('example-get'))).toMatchObject({ id: people.agent.userId });
  const added = await run(`export STEWARD_KEY='${secret}'\n${shown('example-post')}`);
  expect(added).toMatchObject({ first_name: 'Rosa', phones: [{ number: '3055550142' }] });
});

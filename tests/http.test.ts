// The kernel's work for any endpoint, shown on example endpoints.
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint, Flag, many, Nothing, PathId } from '#contract/kit/endpoint.ts';
import { createApp } from '#kernel/http/http.ts';
import { routes } from '#kernel/http/routes.ts';
import { aCompany } from './support/factories.ts';
import { aServer, type Client, type TestServer } from './support/server.ts';

const contract = {
  readQuery: endpoint({
    method: 'GET',
    path: '/v1/made_up',
    summary: 'Says what it understood',
    permission: 'signed_in',
    query: z.object({ ids: many(PathId).default([]), on: Flag.default(false), name: z.string().default('') }),
    response: z.object({ ids: z.array(z.int()), on: z.boolean(), name: z.string() }),
  }),
  leak: endpoint({
    method: 'GET',
    path: '/v1/made_up/leak',
    summary: 'Answers more than it declares',
    permission: 'signed_in',
    response: z.object({ name: z.string() }),
  }),
  mistake: endpoint({
    method: 'GET',
    path: '/v1/made_up/mistake',
    summary: 'Answers something else than it declares',
    permission: 'signed_in',
    response: z.object({ name: z.string() }),
  }),
  elsewhere: endpoint({
    method: 'GET',
    path: '/made_up',
    summary: 'Stands where the spec has it, beside /v1/',
    permission: 'signed_in',
    response: z.object({}),
  }),
  long: endpoint({
    method: 'GET',
    path: '/v1/made_up/long',
    summary: 'Answers as long as it is asked to',
    permission: 'signed_in',
    query: z.object({ length: z.coerce.number() }),
    response: z.object({ text: z.string() }),
  }),
  leave: endpoint({
    method: 'GET',
    path: '/made_up/leave',
    summary: 'Sends the browser on',
    permission: 'public',
    kind: 'redirect',
    response: Nothing,
  }),
  thrice: endpoint({
    method: 'GET',
    path: '/v1/made_up/thrice',
    summary: 'Three times in a quarter of an hour',
    permission: 'signed_in',
    response: z.object({}),
    rateLimit: { limit: 3, seconds: 900, by: 'user' },
  }),
};
const madeUp = routes(contract, {
  elsewhere: async () => ({}),
  long: async (_, { query }) => ({ text: 'x'.repeat(query.length) }),
  leave: async () => ({ to: '/' }),
  readQuery: async (_, { query }) => query,
  leak: async () => ({ name: 'Rosa', password_hash: 'secret' }),
  mistake: async () => ({ name: 7, note: 'secret' }) as never,
  thrice: async () => ({}),
});

let server: TestServer;
let app: FastifyInstance;
let people: Record<'admin' | 'agent', Client>;
beforeAll(async () => {
  server = await aServer();
  app = await createApp(server.platform, madeUp);
  ({ people } = await aCompany(server, { admin: {}, agent: {} }));
});
afterAll(() => app.close());

const get = (url: string, client = people.admin) => app.inject({ url, headers: client.headers });

test('arrays in a query come with brackets, alone, or two thousand at once', async () => {
  expect((await get('/v1/made_up?ids[]=1&ids[]=2&on=true&name=x')).json()).toEqual({ ids: [1, 2], on: true, name: 'x' });
  expect((await get('/v1/made_up?ids=7')).json()).toEqual({ ids: [7], on: false, name: '' });
  expect((await get('/v1/made_up?ids[]=7')).json()).toMatchObject({ ids: [7] });
  expect((await get('/v1/made_up?ids%5B%5D=7&ids%5B%5D=8')).json()).toMatchObject({ ids: [7, 8] });
  const maxIds = Array.from({ length: 2000 }, (_, index) => index + 1);
  expect((await get(`/v1/made_up?${maxIds.map((id) => `ids[]=${id}`).join('&')}`)).json()).toMatchObject({ ids: maxIds });
});

test.each([
  ['our own page', 3000, { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br' }, true],
  ['our own page, if it is short', 300, { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' }, false],
  ['our own page, in a browser that takes none such', 3000, { 'sec-fetch-site': 'same-origin' }, false],
  ['another site', 3000, { 'sec-fetch-site': 'cross-site', 'accept-encoding': 'gzip' }, false],
  ['a sister of our site', 3000, { 'sec-fetch-site': 'same-site', 'accept-encoding': 'gzip' }, false],
  ['an address that was typed', 3000, { 'sec-fetch-site': 'none', 'accept-encoding': 'gzip' }, false],
  ['a program', 3000, { 'accept-encoding': 'gzip' }, false],
])('an answer to %s of %i characters with %j is compressed: %s', async (_, length, headers, isCompressed) => {
  const url = `/v1/made_up/long?length=${length}`;
  const { headers: got, rawPayload } = await app.inject({ url, headers: { ...people.admin.headers, ...headers } });
  expect(got['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
  expect(got['cache-control']).toBe('no-store');
  expect(Number(got['content-length'])).toBe(rawPayload.length);
  const text = isCompressed ? gunzipSync(rawPayload) : rawPayload;
  expect(JSON.parse(text.toString())).toEqual({ text: 'x'.repeat(length) });
});

test('what a query gets wrong is named by field', async () => {
  const answer = await get('/v1/made_up?ids[]=1&ids[]=x&on=maybe');
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'invalid', errors: { 'ids.1': [expect.any(String)], on: [expect.any(String)] } });
});

test('a field that is not declared never leaves', async () => {
  expect((await get('/v1/made_up/leak')).json()).toEqual({ name: 'Rosa' });
});

test('an answer unlike its declaration is our fault, and nothing of it leaves', async () => {
  const answer = await get('/v1/made_up/mistake');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ code: 'internal', request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(answer.body).not.toMatch(/secret|zod|expected|stack/i);
});

test('a limit by account counts each person alone, and says when to come back', async () => {
  for (let turn = 0; turn < 3; turn++) expect((await get('/v1/made_up/thrice')).statusCode).toBe(200);
  const answer = await get('/v1/made_up/thrice');
  expect(answer.statusCode).toBe(429);
  expect(answer.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get('/v1/made_up/thrice', people.agent)).statusCode).toBe(200);
});

test('answers are not kept by anybody, and name their request', async () => {
  const answer = await get('/v1/made_up');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  for (const url of ['/made_up', '/made_up/leave', '/v1/nothing'])
    expect((await get(url)).headers['cache-control'], url).toBe('no-store');
  expect((await app.inject('/made_up')).headers, 'refused').toMatchObject({ 'cache-control': 'no-store' });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect((await get('/v1/made_up')).headers['x-request-id']).not.toBe(answer.headers['x-request-id']);
});

test('a browser that lost the readable cookie gets it again', async () => {
  const { token, headers } = people.admin;
  const answer = await app.inject({ url: '/v1/made_up', headers: { cookie: `token=${token}` } });
  expect(answer.cookies.find(({ name }) => name === 'csrf_token')?.value).toBe(headers['x-csrf-token']);
});

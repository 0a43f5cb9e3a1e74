// The web app as it is served: compressed, kept by the browser, and small enough where one comes in.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { serveWebApp } from '../server/webApp.ts';
import { buildWeb } from '../tools/build.ts';
import { aServer, asDeployed } from './support/server.ts';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

const server = await aServer();
const { app }: { app: FastifyInstance } = server;
let manifest: Record<string, Chunk>;
beforeAll(async () => {
  await buildWeb();
  manifest = JSON.parse(readFileSync(new URL('../web/dist/.vite/manifest.json', import.meta.url), 'utf8'));
  await serveWebApp(app);
});

const get = (url: string, encodings = 'gzip, deflate, br') => app.inject({ url, headers: { 'accept-encoding': encodings } });

/** Bytes of gzipped JavaScript. */
const budget = 250_000;
const shell = 'app/Shell.tsx';
test.each([
  ['/login', ['areas/identity/signIn/LoginPage.tsx']],
  ['/contacts', [shell, 'areas/crm/contacts/list/ContactListPage.tsx']],
  ['/contacts/:id', [shell, 'areas/crm/contacts/page/ContactPage.tsx']],
])('%s as the first route asks for less than 250 kB of JavaScript', async (_, parts) => {
  const scripts = new Set([entry(), ...parts].flatMap(scriptsOf));
  const answers = await Promise.all([...scripts].map((file) => get(`/${file}`, 'gzip')));
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe('gzip');
  }
  expect(answers.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)).toBeLessThan(budget);
});

test('what has a name of its own is kept for ever, the page never', async () => {
  const script = await get(`/${manifest[entry()]?.file}`);
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const page = await get('/contacts/7');
  expect(page.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect((await get('/contacts/7', 'identity')).body).toContain('<div id="root">');
});

test('what the build keeps for itself is not served', async () => {
  for (const path of ['/.built', '/.vite/manifest.json']) expect((await get(path)).statusCode).toBe(404);
});

test.each(['/', '/index.html', '/login?x=1', '/v1/docs'])(
  '%s is framed by nobody and runs scripts of our own alone',
  async (path) => {
    const { statusCode, headers } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' });
    expect(headers['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
  },
);

test('once reached by https, always by https', async () => {
  const deployed = await asDeployed(server);
  const headers = { host: 'crm.example' };
  expect((await deployed.inject({ url: '/v1/platform', headers })).headers['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
});

test.each(['//', '///', '/\\', '//[', '/%00', '/%', '//evil.example/'])('%s is a page like any other, or none', async (path) => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = http.get({ host: '127.0.0.1', port, path }); // as it stands: fetch and app.inject tidy it
  const [answer] = await once(request, 'response');
  answer.resume();
  expect([200, 400, 404]).toContain(answer.statusCode);
});

const entry = () => Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';

/** A module's own file and those it cannot start without. */
function scriptsOf(name: string): string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  return [chunk.file, ...(chunk.imports ?? []).flatMap(scriptsOf)];
}

// The web app as it is served: compressed, kept by the browser, and small enough where one comes in.
import { readFileSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWebApp } from '../server/webApp.ts';
import { buildWeb } from '../tools/build.ts';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

let app: FastifyInstance;
let manifest: Record<string, Chunk>;
beforeAll(async () => {
  await buildWeb();
  manifest = JSON.parse(readFileSync(new URL('../web/dist/.vite/manifest.json', import.meta.url), 'utf8'));
  app = fastify();
  await serveWebApp(app);
});
afterAll(() => app.close());

const get = (url: string, encodings = 'gzip, deflate, br') => app.inject({ url, headers: { 'accept-encoding': encodings } });

/** Bytes of gzipped JavaScript. */
const budget = 250_000;
const shell = 'app/Shell.tsx';
test.each([
  ['/login', ['areas/sessions/LoginPage.tsx']],
  ['/contacts', [shell, 'areas/contacts/ContactListPage.tsx']],
  ['/contacts/:id', [shell, 'areas/contacts/ContactPage.tsx']],
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
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  expect((await get('/contacts/7', 'identity')).body).toContain('<div id="root">');
});

test('what the build keeps for itself is not served', async () => {
  for (const path of ['/.built', '/.vite/manifest.json']) expect((await get(path)).statusCode).toBe(404);
});

const entry = () => Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';

/** A module's own file and those it cannot start without. */
function scriptsOf(name: string): string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  return [chunk.file, ...(chunk.imports ?? []).flatMap(scriptsOf)];
}

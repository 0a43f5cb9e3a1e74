// The web app as it is served: compressed, cached by the browser, and small enough on entry pages.
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { variantDefinitions } from '#contract/variants.ts';
import { serveWebApp } from '../server/webApp.ts';
import { buildWeb } from '../tools/build.ts';
import { unusedStyles } from '../tools/leanStyles.ts';
import { aServer, asDeployed } from './support/server.ts';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

const web = fileURLToPath(new URL('../web', import.meta.url));
const server = await aServer({ own: true });
const { app }: { app: FastifyInstance } = server;
let manifest: Record<string, Chunk>;
beforeAll(async () => {
  await buildWeb();
  manifest = JSON.parse(readFileSync(new URL('../web/dist/.vite/manifest.json', import.meta.url), 'utf8'));
  await serveWebApp(app, 'standard');
}, 300_000); // a build beside other work

const get = (url: string, encodings = 'gzip, deflate, br') => app.inject({ url, headers: { 'accept-encoding': encodings } });

/** Bytes of gzipped JavaScript before the first screen. */
const budgets = { entry: 150_000, signIn: 180_000, first: 250_000, route: 300_000 };
/** The screens with which a day begins. */
const firstScreens = /\/(LoginPage|SignInPage|DashboardPage|ContactListPage|ContactPage)\.tsx$/;

const frames: Record<string, string[]> = {
  rootRoute: [],
  shellRoute: ['app/Shell.tsx'],
  adminRoute: ['app/Shell.tsx', 'app/AdminFrame.tsx'],
};
/** Every page that the areas' routes load, with the frames around it. */
const pages = globSync('areas/**/*.routes.tsx', { cwd: web }).flatMap((file) => {
  const source = readFileSync(join(web, file), 'utf8');
  const around = [...source.matchAll(/getParentRoute: \(\) => (\w+)/g)].flatMap(([, parent = '']) => frames[parent] ?? [parent]);
  const loaded = [...source.matchAll(/lazyRouteComponent\(\(\) => import\('(.+?)'\)/g)];
  return loaded.map(([, path = '']) => ({ page: join(dirname(file), path), around: [...new Set(around)] }));
});

test('every route is measured', () => {
  const files = globSync('areas/**/*.routes.tsx', { cwd: web });
  expect(new Set(pages.map(({ page }) => page.split('/', 3).join('/')))).toEqual(
    new Set(files.map((file) => file.split('/', 3).join('/'))),
  );
});

test(`the app starts with less than ${budgets.entry / 1000} kB of JavaScript`, async () => {
  expect(await bytesOf([entry()])).toBeLessThan(budgets.entry);
});

test.each(pages)('$page as the first route asks for no more JavaScript than its budget', async ({ page, around }) => {
  for (const screen of screensOf(page)) {
    const name = screen.at(-1) ?? '';
    const budget = /\/LoginPage\.tsx$/.test(name) ? budgets.signIn : firstScreens.test(name) ? budgets.first : budgets.route;
    expect(await bytesOf([entry(), ...around, ...screen]), name).toBeLessThan(budget);
  }
});

/** The page itself, boot.js, the style sheet, the font, the icon; and the answers of the API. */
const otherRequests = 5 + 20;

test.each(pages)('$page as the first route asks for few files', ({ page, around }) => {
  for (const screen of screensOf(page)) {
    const name = screen.at(-1) ?? '';
    const scripts = new Set([entry(), ...around, ...screen].flatMap(scriptsOf));
    expect(scripts.size, name).toBeLessThanOrEqual(firstScreens.test(name) ? 50 - otherRequests : 70);
  }
});

test('every first screen is measured', () => {
  const screens = pages.flatMap(({ page }) => screensOf(page).flatMap((screen) => screen.at(-1) ?? []));
  expect(screens.filter((name) => firstScreens.test(name))).toHaveLength(4);
});

test('styles that are left out are of components that no screen uses', () => {
  const scripts = globSync('assets/*.js', { cwd: join(web, 'dist') }).map((file) =>
    readFileSync(join(web, 'dist', file), 'utf8'),
  );
  const [sheet = ''] = globSync('assets/index-*.css', { cwd: join(web, 'dist') }).map((file) =>
    readFileSync(join(web, 'dist', file), 'utf8'),
  );
  for (const { name, css } of unusedStyles) {
    const classes = [...new Set(css.match(/m_[0-9a-f]+/g))];
    expect(
      classes.filter((each) => scripts.some((script) => script.includes(each))),
      `${name} is used`,
    ).toEqual([]);
    expect(
      classes.filter((each) => sheet.includes(each)),
      `${name} is in the sheet`,
    ).toEqual([]);
  }
});

/** A file of pages only names its screens, of which one is shown; dialogs come later. */
function screensOf(page: string): string[][] {
  const screens = manifest[page]?.dynamicImports?.filter((name) => name.endsWith('Page.tsx')) ?? [];
  return page.endsWith('.pages.ts') && screens.length > 0 ? screens.map((screen) => [page, screen]) : [[page]];
}

test('the page asks for its font at once, and is given it', async () => {
  const [, font = ''] = /rel="preload" as="font"[^>]* href="([^"]+)"/.exec((await get('/', 'identity')).body) ?? [];
  const answer = await get(font);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('font/woff2');
  expect(answer.rawPayload.length).toBeLessThan(50_000);
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

const signedIn = { cookie: 'a=b; csrf_token=x' };
test.each([
  ['/', signedIn, 'areas/desk/dashboard/DashboardPage.tsx'],
  ['/contacts?q=rosa', signedIn, 'areas/crm/contacts/list/ContactListPage.tsx'],
  ['/contacts/7', { cookie: '__Host-csrf_token=x' }, 'areas/crm/contacts/page/ContactPage.tsx'],
  ['/login', {}, 'areas/identity/signIn/LoginPage.tsx'],
  ['/contacts', {}, undefined],
  ['/contacts', { cookie: 'not_csrf_token=x' }, undefined],
  ['/calendar', signedIn, undefined],
])('%s with %j names the parts of %s, so that they come with the entry', async (url, headers, page) => {
  const { link = '' } = (await app.inject({ url, headers })).headers as { link?: string };
  const named = [...link.matchAll(/<\/([^>]+\.js)>; rel=modulepreload/g)].map(([, file]) => file);
  const inPage = new Set(scriptsOf(entry()));
  const around = page === undefined || url === '/login' ? [] : ['app/Shell.tsx'];
  const wanted = page === undefined ? [] : [...around, page].flatMap(scriptsOf).filter((file) => !inPage.has(file));
  expect(named.toSorted()).toEqual([...new Set(wanted)].toSorted());
  for (const [, file = ''] of link.matchAll(/<([^>]+)>/g)) expect((await get(file)).statusCode).toBe(200);
});

test('the page and its icon have the name, mark and colour of the installation’s variant', async () => {
  const recruiting = await asDeployed(server);
  await serveWebApp(recruiting, 'recruiting');
  const read = async (url: string) => (await recruiting.inject({ url, headers: { host: 'crm.example' } })).body;
  const page = await read('/login');
  const { product, mark, color } = variantDefinitions.recruiting;
  expect(page).toContain(`<title>${product}</title>`);
  expect(page).toContain(`data-product="${product}" data-mark="${mark}" data-color="${color}"`);
  expect(page).not.toContain('%');
  const [, icon = ''] = /rel="icon" href="([^"]+)"/.exec(page) ?? [];
  const picture = await read(icon);
  expect(picture).toContain(`<title>${product}</title>`);
  expect(picture).toContain(mark);
  expect(picture).not.toContain('#1063c2');
  expect((await get('/login', 'identity')).body).toContain('<title>Steward</title>');
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

test.each([
  ['//', 200],
  ['///', 200],
  ['/\\', 200],
  ['//[', 200],
  ['/%00', 200],
  ['/%', 400],
  ['//evil.example/', 200],
  ['/no/such.file', 404],
])('%s answers %i, without a redirect', async (path, status) => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = http.get({ host: '127.0.0.1', port, path }); // raw: fetch and app.inject clean it up
  const [answer] = await once(request, 'response');
  const body = await text(answer);
  expect({ status: answer.statusCode, location: answer.headers.location }).toEqual({ status, location: undefined });
  expect(body.includes('<div id="root">')).toBe(status === 200);
});

/** As sent. */
async function bytesOf(modules: string[]): Promise<number> {
  const answers = await Promise.all([...new Set(modules.flatMap(scriptsOf))].map((file) => get(`/${file}`, 'gzip')));
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe('gzip');
  }
  return answers.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0);
}

const entry = () => Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';

/** A module's own file and its static imports. */
function scriptsOf(name: string): string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  return [chunk.file, ...(chunk.imports ?? []).flatMap(scriptsOf)];
}

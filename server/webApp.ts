// Serves the web app's files from web/dist; the build has compressed them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Variant } from '#contract/lookups.ts';

const dist = fileURLToPath(new URL('../web/dist', import.meta.url));

/** The pages with which a day begins: their modules, as the build's manifest names them. */
const shell = 'app/Shell.tsx';
const firstPages: readonly [path: RegExp, modules: readonly string[], isPublic?: boolean][] = [
  [/^\/login$/, ['areas/identity/signIn/LoginPage.tsx'], true],
  [/^\/$/, [shell, 'areas/desk/dashboard/DashboardPage.tsx']],
  [/^\/contacts$/, [shell, 'areas/crm/contacts/list/ContactListPage.tsx']],
  [/^\/contacts\/\d+$/, [shell, 'areas/crm/contacts/page/ContactPage.tsx']],
];

/** Browsers keep hashed files for ever and never cache the page itself; every other path belongs to the app. */
export async function serveWebApp(app: FastifyInstance, variant: Variant) {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const links = firstPages.map(([path, modules, isPublic]) => ({ path, isPublic, link: linksTo(manifest, modules) }));
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, dotfiles: 'ignore' });
  app.get('/*', (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    if (path.startsWith('/v1/')) return reply.callNotFound();
    if (path.startsWith('/assets/')) return reply.sendFile(path, { maxAge: '365d', immutable: true });
    if (/\.\w+$/.test(path) && path !== '/index.html') return reply.sendFile(path, { cacheControl: false });
    reply.header('cache-control', 'no-cache');
    // Named here, a page's own parts come with the entry, which would only ask for them once it ran.
    const named = links.find((each) => each.path.test(path) && (each.isPublic || hasSession(request)));
    if (named) reply.header('link', named.link);
    return reply.sendFile(`index.${variant}.html`, { cacheControl: false });
  });
}

/** As far as the readable half of a session says. */
const hasSession = ({ headers }: FastifyRequest) => /(^|; )(__Host-)?csrf_token=/.test(headers.cookie ?? '');

type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>;

function linksTo(manifest: Manifest, modules: readonly string[]): string {
  const [entry = ''] = Object.keys(manifest).filter((name) => manifest[name]?.isEntry);
  const inPage = reached(manifest, [entry]); // index.html names these
  const own = [...reached(manifest, modules)].filter((name) => !inPage.has(name)).flatMap((name) => manifest[name] ?? []);
  const styles = [...new Set(own.flatMap(({ css }) => css ?? []))];
  return [
    ...own.map(({ file }) => `</${file}>; rel=modulepreload; crossorigin`),
    ...styles.map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
  ].join(', ');
}

function reached(manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    reached(manifest, manifest[name]?.imports ?? [], found);
  }
  return found;
}

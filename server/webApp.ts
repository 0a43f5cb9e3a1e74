// Serves the web app's files from web/dist; the build has compressed them.
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Variant } from '#contract/lookups.ts';

const dist = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Browsers keep hashed files for ever and never cache the page itself; every other path belongs to the app. */
export async function serveWebApp(app: FastifyInstance, variant: Variant) {
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, dotfiles: 'ignore' });
  app.get('/*', (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    if (path.startsWith('/v1/')) return reply.callNotFound();
    if (path.startsWith('/assets/')) return reply.sendFile(path, { maxAge: '365d', immutable: true });
    if (/\.\w+$/.test(path) && path !== '/index.html') return reply.sendFile(path, { cacheControl: false });
    reply.header('cache-control', 'no-cache');
    return reply.sendFile(`index.${variant}.html`, { cacheControl: false });
  });
}

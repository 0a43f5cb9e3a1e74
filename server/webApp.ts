// The web app's files, as the build left them in web/dist: compressed beforehand.
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const dist = fileURLToPath(new URL('../web/dist', import.meta.url));

/** Hashed files for ever, the page itself never from a cache; every path that is no file is the app's. */
export async function serveWebApp(app: FastifyInstance) {
  await app.register(fastifyStatic, { root: dist, serve: false, preCompressed: true, dotfiles: 'ignore' });
  app.get('/*', (request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    if (path.startsWith('/v1/')) return reply.callNotFound();
    if (path.startsWith('/assets/')) return reply.sendFile(path, { maxAge: '365d', immutable: true });
    if (/\.\w+$/.test(path) && path !== '/index.html') return reply.sendFile(path, { cacheControl: false });
    reply.header('cache-control', 'no-cache');
    return reply.sendFile('index.html', { cacheControl: false });
  });
}

// The web process: the API, the cable, and the web app's files.
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#contract/index.ts';
import { mountCable } from '#kernel/cable.ts';
import type { Config } from '#kernel/config.ts';
import { createApp, isOwnOrigin } from '#kernel/http.ts';
import { startListener } from '#kernel/listener.ts';
import type { Log } from '#kernel/log.ts';
import { renderMetrics } from '#kernel/metrics.ts';
import { mayScrape } from '#kernel/metricsServer.ts';
import { mountDocuments } from '#kernel/openapi.ts';
import { authenticate } from '#kernel/sessions.ts';
import { allRoutes } from './areas.ts';
import { openFanout, openPlatform } from './platform.ts';

const dist = fileURLToPath(new URL('../web/dist', import.meta.url));

export async function startWeb(config: Config, log: Log) {
  const { platform, urlOf, close } = await openPlatform(config, log, 10);
  const listener = await startListener(urlOf('app'), log);
  const app = await createApp(platform, allRoutes);
  const fanout = await openFanout(platform, listener);
  await mountCable(app, { platform, fanout, authenticate, isOwnOrigin });
  mountDocuments(app, allEndpoints);
  serveMetrics(app, config.metricsToken);
  await serveWebApp(app);
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as { port: number };
  process.send?.({ ready: true, port }, () => {}); // nobody may be there to hear it
  return {
    port,
    async stop() {
      await app.close(); // takes no new request, waits for those under way
      await Promise.all([fanout.close(), listener.close()]);
      await close();
    },
  };
}

function serveMetrics(app: FastifyInstance, token: string | null) {
  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request.raw, token)) return reply.callNotFound();
    const { type, text } = await renderMetrics();
    return reply.type(type).send(text);
  });
}

const csp = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'", // Mantine sets its theme's variables in a style element
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Hashed files for ever, the page itself never from a cache; every path that is no file is the app's. */
async function serveWebApp(app: FastifyInstance) {
  await app.register(fastifyStatic, { root: dist, serve: false });
  app.get('/*', (request, reply) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    if (path.startsWith('/v1/')) return reply.callNotFound();
    if (path.startsWith('/assets/')) return reply.sendFile(path, { maxAge: '365d', immutable: true });
    if (/\.\w+$/.test(path)) return reply.sendFile(path, { cacheControl: false });
    reply.header('content-security-policy', csp);
    reply.header('referrer-policy', 'same-origin');
    reply.header('x-frame-options', 'DENY');
    reply.header('cache-control', 'no-cache');
    return reply.sendFile('index.html', { cacheControl: false });
  });
}

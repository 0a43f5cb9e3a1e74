// The web process: the API, the cable, and the web app's files.
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#contract/index.ts';
import { mountCable } from '#kernel/cable.ts';
import type { Config } from '#kernel/config.ts';
import { createFanout } from '#kernel/fanout.ts';
import { createApp, isOwnOrigin } from '#kernel/http.ts';
import { startListener } from '#kernel/listener.ts';
import type { Log } from '#kernel/log.ts';
import { renderMetrics } from '#kernel/metrics.ts';
import { mountDocuments } from '#kernel/openapi.ts';
import { authenticate } from '#kernel/sessions.ts';
import { allRoutes } from './areas.ts';
import { openPlatform } from './platform.ts';
import { serveWebApp } from './webApp.ts';

export async function startWeb(config: Config, log: Log) {
  const { platform, urlOf, close } = await openPlatform(config, log, 10);
  const listener = await startListener(urlOf('app'), log);
  const app = await createApp(platform, allRoutes);
  await mountCable(app, { platform, fanout: createFanout({ pool: platform.pool, listener, log }), authenticate, isOwnOrigin });
  mountDocuments(app, allEndpoints);
  serveMetrics(app);
  await serveWebApp(app);
  await app.listen({ port: config.port, host: config.host });
  process.send?.({ ready: true, port: (app.server.address() as { port: number }).port });
  return {
    async stop() {
      await app.close(); // takes no new request, waits for those under way
      await listener.close();
      await close();
    },
  };
}

/** For a scraper on the same machine. */
function serveMetrics(app: FastifyInstance) {
  app.get('/metrics', async (request, reply) => {
    const proxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (proxied || !['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? ''))
      return reply.callNotFound();
    const { type, text } = await renderMetrics();
    return reply.type(type).send(text);
  });
}

// The web process: the API, the cable, and the web app's files.
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
import { serveWebApp } from './webApp.ts';

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

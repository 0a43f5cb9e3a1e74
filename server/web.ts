// The web process: the API, the cable, and the web app's files.
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#contract/index.ts';
import { mountCable } from '#kernel/cable/cable.ts';
import { startListener } from '#kernel/db/listener.ts';
import { createApp, isOwnOrigin } from '#kernel/http/http.ts';
import { mountDocuments } from '#kernel/http/openapi.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { renderMetrics } from '#kernel/ops/metrics.ts';
import { mayScrape } from '#kernel/ops/metricsServer.ts';
import { mountSignal } from '#kernel/voice/signal.ts';
import { allRoutes } from './areas.ts';
import { openFanout, openPlatform } from './platform.ts';
import { mountSounds } from './voice/soundFiles.ts';
import { serveWebApp } from './webApp.ts';

export async function startWeb(config: Config, log: Log) {
  const { platform, urlOf, close } = await openPlatform(config, log, 10);
  const listener = await startListener(urlOf('app'), log);
  const app = await createApp(platform, allRoutes);
  const fanout = await openFanout(platform, listener);
  await mountCable(app, { platform, fanout, authenticate, isOwnOrigin });
  await mountSignal(app, { platform, fanout, authenticate, isOwnOrigin });
  if (platform.voice?.carrier) mountSounds(app);
  mountDocuments(app, allEndpoints, config.publicUrl);
  serveMetrics(app, config.metricsToken);
  await serveWebApp(app, config.variant);
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as { port: number };
  process.send?.({ ready: true, port }, () => {}); // the supervisor may be gone
  return {
    port,
    async stop() {
      await app.close(); // takes no new request, waits for running ones
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

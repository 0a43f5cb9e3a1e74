// The voice process: the gateway of the phone, which carries the sound of calls.
import * as book from '#areas/voice/calls/calls.service.ts';
import type { Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { serveMetrics } from '#kernel/ops/metricsServer.ts';
import { openPlatform } from './platform.ts';
import { startGateway } from './voice/gateway.ts';

export async function startVoice(config: Config, log: Log) {
  // The sound's library rejects promises of its own that nobody holds: a lost packet must not end all calls.
  process.on('unhandledRejection', (err) => log.warn({ err }, 'a promise was rejected that nobody waits for'));
  const { platform, close } = await openPlatform(config, log, 5);
  const gateway = await startGateway(platform, book);
  const metrics = config.metricsPort === null ? null : await serveMetrics(config.metricsPort, config.host, config.metricsToken);
  process.send?.({ ready: true, address: gateway.address }, () => {}); // the supervisor may be gone
  return {
    address: gateway.address,
    async stop() {
      await metrics?.close();
      await gateway.stop();
      await close();
    },
  };
}

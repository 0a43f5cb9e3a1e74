// A worker's metrics on a port of their own, and the access check for every process's metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderMetrics } from './metrics.ts';

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/** Callers with the token, or on this machine without a proxy. */
export function mayScrape({ headers, socket }: IncomingMessage, token: string | null): boolean {
  if (token && headers.authorization) return isSame(headers.authorization, `Bearer ${token}`);
  const proxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !proxied && loopback.includes(socket.remoteAddress ?? '');
}

/** `port` 0: any free one. */
export async function serveMetrics(port: number, host: string, token: string | null) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || !mayScrape(request, token)) return response.writeHead(404).end();
    const { type, text } = await renderMetrics();
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted));

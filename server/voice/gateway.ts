// The phone's gateway to its own processes: sockets that a web process passes on, and orders to running calls.
// Never open to browsers.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { watchModes } from '#contract/callLists.ts';
import type { Platform } from '#kernel/context.ts';
import { repeat } from '#kernel/jobs/repeat.ts';
import { isLoopback } from '#kernel/ops/config.ts';
import {
  beatGateway,
  deviceHeader,
  forgetGateways,
  gatewayBeat,
  inOrderFor,
  isGatewayBearer,
  listGateways,
  removeGateway,
} from '#kernel/voice/gateways.ts';
import { CallUnreachable, ColleagueAway } from '#kernel/voice/voice.ts';
import type { CallBook } from './book.ts';
import type { Pace } from './call.parts.ts';
import { createSwitchboard } from './switchboard.ts';

const Admitted = z.union([z.object({ companyId: z.int(), userId: z.int(), sessionId: z.int() }), z.literal('handset')]);
const common = { companyId: z.int(), sid: z.string().max(100) };
const Order = z.discriminatedUnion('order', [
  z.object({ ...common, order: z.enum(['announce', 'record', 'pause', 'hang_up', 'complete', 'take_back']) }),
  z.object({ ...common, order: z.literal('hold'), on: z.boolean() }),
  z.object({ ...common, order: z.enum(['transfer', 'consult']), userId: z.int() }),
  z.object({ ...common, order: z.literal('watch'), mode: z.enum(watchModes) }),
]);

/** Bytes: of a frame, which holds a description of sound at most, and of an order. */
const frameLimit = 64 * 1024;
const orderLimit = 4 * 1024;

export async function startGateway(platform: Platform, book: CallBook, pace?: Pace) {
  const { config, db, log, seal } = platform;
  const process = `voice-${randomUUID()}`;
  const { host, port, address, announce, udpPorts } = config.voice;
  const loopback = config.demo || isLoopback(new URL(config.publicUrl ?? 'http://localhost').hostname);
  const board = createSwitchboard({
    platform,
    book,
    process,
    media: { loopback, announce, udpPorts },
    ...(pace && { pace }),
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameLimit, perMessageDeflate: false });
  const server = createServer((request, response) => {
    answer(request, response).catch((err) => {
      log.error({ err }, 'an order failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const admitted = isOurs(request) && request.url === '/signal' ? admittedOf(request) : null;
    if (!admitted || (admitted === 'handset' && !config.demo)) return void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (opened) => board.accept(opened, admitted));
  });

  const isOurs = ({ headers }: IncomingMessage) => isGatewayBearer(headers.authorization, seal);

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const done = (status: number) => void response.writeHead(status).end();
    if (request.url === '/health') return done(204);
    if (!isOurs(request)) return done(401);
    const [, phonesOf] = /^\/phones\/(\d{1,15})$/.exec(request.url ?? '') ?? [];
    if (phonesOf) return void response.end(JSON.stringify(board.phonesOf(Number(phonesOf))));
    if (request.method !== 'POST' || request.url !== '/control') return done(404);
    const order = Order.safeParse(await jsonOf(request)).data;
    if (!order) return done(400);
    try {
      await board.order(order.companyId, order.sid, order);
      done(204);
    } catch (error) {
      if (error instanceof CallUnreachable) done(404);
      else if (error instanceof ColleagueAway) done(409);
      else throw error;
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const own = { process, address: address ?? `http://${host.includes(':') ? `[${host}]` : host}:${taken}` };
  await beatGateway(db, own);
  await forgetGateways(db);
  const beating = repeat('the gateway’s sign of life', gatewayBeat, log, async () => {
    await beatGateway(db, own);
    const gateways = await listGateways(db);
    if (gateways.length > 1) board.moveOut((companyId) => inOrderFor(companyId, gateways)[0]?.process === process);
  });

  return {
    ...own,
    board,
    /** Takes no new calls, ends those that run, and waits until they are written down. */
    async stop() {
      await beating.stop();
      await removeGateway(db, process).catch((err) => log.warn({ err }, 'the gateway could not say goodbye'));
      await board.stop();
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

function admittedOf({ headers }: IncomingMessage): z.output<typeof Admitted> | null {
  try {
    return Admitted.parse(JSON.parse(String(headers[deviceHeader])));
  } catch {
    return null;
  }
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > orderLimit) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

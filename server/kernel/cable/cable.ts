// /cable: Action Cable's server side. Sends messages from the fanout to the subscribed sockets of their recipients;
// accepts only subscriptions. A socket lives no longer than its session.
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor, Platform, SessionMessage } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { addressOf } from '#kernel/http/addresses.ts';
import { sessionTokenOf } from '#kernel/http/cookies.ts';
import { authenticateAgain } from '#kernel/http/sessions.ts';
import { repeat } from '#kernel/jobs/repeat.ts';
import {
  type Connection,
  type DisconnectReason,
  disconnect,
  dropForbidden,
  isClogged,
  obey,
  subprotocol,
  transmit,
} from './cableConnection.ts';
import { createRegistry } from './cableRegistry.ts';
import type { Fanout, StreamMessage } from './fanout.ts';
import { isRecipient } from './recipients.ts';

interface Session {
  actor: Actor;
  sessionId: number;
  replaced?: boolean;
}

interface CableParts {
  platform: Platform;
  fanout: Fanout;
  authenticate(platform: Platform, token: string | undefined, address: string): Promise<Session | null>;
  isOwnOrigin(platform: Platform, request: FastifyRequest): boolean;
  /** Milliseconds; tests use shorter ones. */
  pace?: { ping: number; recheck: number };
}

const socketOptions = {
  /** Bytes of one message from a client; its commands are a few hundred. */
  maxPayload: 64 * 1024,
  /** Milliseconds for a client to close its side. */
  closeTimeout: 2_000,
  handleProtocols: (offered: Set<string>) => offered.has(subprotocol) && subprotocol,
};

/** More tabs than a person opens; a new one replaces the oldest. */
const socketsOfSession = 50;

/** On the stream `sessions:<company>`. */
const SessionChange: z.ZodType<SessionMessage> = z.object({
  revoked: z.int().optional(),
  renewed: z.int().optional(),
  changed: z.literal(true).optional(),
});

/** Needs @fastify/cookie on the app. */
export async function mountCable(app: FastifyInstance, parts: CableParts): Promise<void> {
  const { platform, fanout, authenticate, isOwnOrigin, pace = { ping: 3_000, recheck: 60_000 } } = parts;
  const { log } = platform;
  const connections = createRegistry();
  const sessions = new WeakMap<FastifyRequest, Session>();

  const unsubscribe = await fanout.subscribe({
    receive: (messages) => messages.forEach(deliver),
    missed: () => dropAll('server_restart'), // when they reconnect, they load everything again
  });
  const pinging = repeat('the cable ping', pace.ping, log, ping);
  const rechecking = repeat('the check of cable sessions', pace.recheck, log, recheckAll);

  // Before the plugin's own hook, which closes the sockets without a message.
  app.addHook('preClose', async () => {
    unsubscribe();
    await Promise.all([pinging.stop(), rechecking.stop()]);
    dropAll('server_restart');
  });
  await app.register(websocket, {
    options: socketOptions,
    errorHandler: (err, socket) => {
      log.debug({ err }, 'cable socket failed');
      socket.terminate();
    },
  });
  app.get('/cable', { websocket: true, preValidation: admit }, (socket, request) => {
    const session = sessions.get(request);
    if (socket.protocol !== subprotocol) disconnect(socket, 'invalid_request', false);
    else if (!session) disconnect(socket, 'unauthorized', false);
    else if (session.replaced)
      disconnect(socket, 'server_restart', true); // the client reconnects with its new token
    else welcome(socket, session, addressOf(request));
  });

  /** Refuses a page of another site at once; a signed-out client gets a protocol message, or it would retry for ever. */
  async function admit(request: FastifyRequest) {
    if (!request.ws) return;
    if (!isOwnOrigin(platform, request)) throw fail('origin');
    const session = await authenticate(platform, sessionTokenOf(platform.config, request), addressOf(request));
    if (session) sessions.set(request, session);
  }

  function welcome(socket: WebSocket, session: Session, address: string) {
    const connection: Connection = {
      ...session,
      address,
      socket,
      subscriptions: new Map(),
      answered: true,
      pace: { second: 0, messages: 0 },
    };
    connections.add(connection);
    const [oldest, ...newer] = connections
      .ofCompany(session.actor.companyId)
      .filter(({ sessionId }) => sessionId === session.sessionId);
    if (oldest && newer.length >= socketsOfSession) drop(oldest, 'remote', false);
    socket.on('pong', () => {
      connection.answered = true;
    });
    socket.on('close', () => connections.remove(connection));
    socket.on('message', (data, isBinary) => {
      if (!connections.has(connection)) return; // closing already
      if (isBinary || !obey(connection, String(data))) drop(connection, 'invalid_request', false);
    });
    socket.send(JSON.stringify({ type: 'welcome' }));
  }

  function deliver({ stream, message, to }: StreamMessage) {
    const [name, companyId] = stream.split(':');
    const ofCompany = connections.ofCompany(Number(companyId));
    if (name === 'sessions') return obeySessions(ofCompany, SessionChange.safeParse(message).data ?? {});
    const text = JSON.stringify(message); // once for all recipients
    for (const connection of ofCompany) {
      if (!isRecipient(connection.actor, to)) continue;
      if (isClogged(connection)) drop(connection, 'remote', true);
      else
        for (const [identifier, channel] of connection.subscriptions)
          if (channel === name) transmit(connection, identifier, text);
    }
  }

  function obeySessions(ofCompany: Connection[], { revoked, renewed, changed }: SessionMessage) {
    if (changed) void recheck(ofCompany).catch((err) => log.warn({ err }, 'cable sessions were not checked'));
    for (const connection of ofCompany) {
      if (connection.sessionId === revoked) drop(connection, 'unauthorized', false);
      else if (connection.sessionId === renewed) drop(connection, 'server_restart', true); // it reconnects with the new token if it has one
    }
  }

  async function ping() {
    const frame = JSON.stringify({ type: 'ping', message: Math.floor(Date.now() / 1000) });
    for (const connection of connections.all()) connection.socket.send(frame);
  }

  /** Finds what no message reported: an expired session, a changed role, a computer that went away silently. */
  async function recheckAll() {
    for (const connection of connections.all()) {
      if (connection.answered) connection.socket.ping();
      else connection.socket.terminate();
      connection.answered = false;
    }
    await recheck(connections.all());
  }

  async function recheck(those: Connection[]) {
    for (const connection of those) {
      const session = await authenticateAgain(platform, connection, connection.address);
      if (!session) drop(connection, 'unauthorized', false);
      else {
        connection.actor = session.actor;
        dropForbidden(connection);
      }
    }
  }

  function drop(connection: Connection, reason: DisconnectReason, reconnect: boolean) {
    connections.remove(connection);
    disconnect(connection.socket, reason, reconnect);
  }

  function dropAll(reason: DisconnectReason) {
    for (const connection of connections.all()) drop(connection, reason, true);
  }
}

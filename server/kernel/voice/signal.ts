// /signal: the phone's socket. A web process checks who it is, as for /cable, and passes the frames to the
// gateway that serves the company. The demo's handsets come by /sandbox/signal, without a session.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocket } from 'ws';
import type { Fanout } from '#kernel/cable/fanout.ts';
import type { Actor, Platform, SessionMessage } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { addressOf } from '#kernel/http/addresses.ts';
import { sessionTokenOf } from '#kernel/http/cookies.ts';
import { authenticateAgain } from '#kernel/http/sessions.ts';
import { repeat } from '#kernel/jobs/repeat.ts';
import { deviceHeader, gatewayBearer, gatewayOf } from './gateways.ts';

interface Session {
  actor: Actor;
  sessionId: number;
  replaced?: boolean;
}

interface SignalParts {
  platform: Platform;
  fanout: Fanout;
  authenticate(platform: Platform, token: string | undefined, address: string): Promise<Session | null>;
  isOwnOrigin(platform: Platform, request: FastifyRequest): boolean;
  /** Milliseconds; tests use shorter ones. */
  recheckEvery?: number;
}

interface Line {
  /** Null: a handset of the demo. */
  session: Session | null;
  address: string;
  phone: WebSocket;
  close(): void;
}

/** Bytes that wait for a side that does not read. */
const backlog = 512 * 1024;
const framesPerSecond = 50;
/** Frames that wait for the gateway's socket to open: the phone sends three. */
const mostWaiting = 20;
/** More tabs than a person opens; a new one replaces the oldest. */
const linesOfSession = 20;
const mostHandsets = 200;

/** After mountCable, whose plugin takes the sockets. */
export async function mountSignal(app: FastifyInstance, parts: SignalParts): Promise<void> {
  const { platform, fanout, authenticate, isOwnOrigin, recheckEvery = 60_000 } = parts;
  const { log, config, db, seal } = platform;
  if (platform.voice?.service !== 'gateway') return;
  const lines = new Set<Line>();
  const sessions = new WeakMap<FastifyRequest, Session>();

  const unsubscribe = await fanout.subscribe({
    receive: (messages) => {
      for (const { stream, message } of messages) {
        const [name, companyId] = stream.split(':');
        if (name === 'sessions') obey(Number(companyId), message as SessionMessage);
      }
    },
    missed: () => void recheck([...lines]).catch((err) => log.warn({ err }, 'sessions of phones were not checked')),
  });
  const rechecking = repeat('the check of phones’ sessions', recheckEvery, log, () => recheck([...lines]));
  app.addHook('preClose', async () => {
    unsubscribe();
    await rechecking.stop();
    for (const line of lines) line.close();
  });

  app.get('/signal', { websocket: true, preValidation: admit }, (socket, request) => {
    const session = sessions.get(request);
    if (!session || session.replaced) return socket.close(1008);
    const { actor, sessionId } = session;
    const own = [...lines].filter((line) => line.session?.sessionId === sessionId);
    if (own.length >= linesOfSession) own[0]?.close();
    const device = { companyId: actor.companyId, userId: actor.userId, sessionId };
    pass(socket, { session, address: addressOf(request) }, actor.companyId, JSON.stringify(device));
  });
  if (config.demo)
    app.get('/sandbox/signal', { websocket: true, preValidation: mustBeOwnPage }, (socket, request) => {
      const own = [...lines].filter((line) => line.session === null);
      if (own.length >= mostHandsets) own[0]?.close();
      pass(socket, { session: null, address: addressOf(request) }, 0, JSON.stringify('handset'));
    });

  async function mustBeOwnPage(request: FastifyRequest) {
    if (request.ws && !isOwnOrigin(platform, request)) throw fail('origin');
  }

  async function admit(request: FastifyRequest) {
    await mustBeOwnPage(request);
    if (!request.ws) return;
    const session = await authenticate(platform, sessionTokenOf(config, request), addressOf(request));
    if (session && mayCall(session.actor)) sessions.set(request, session);
  }

  function pass(phone: WebSocket, who: Pick<Line, 'session' | 'address'>, companyId: number, device: string) {
    let gateway: WebSocket | null = null;
    let waiting: string[] = [];
    let pace = { second: 0, frames: 0 };
    const line: Line = {
      ...who,
      phone,
      close() {
        lines.delete(line);
        phone.close(1000);
        gateway?.close(1000);
      },
    };
    lines.add(line);
    phone.on('error', () => phone.terminate());
    phone.on('close', () => line.close());
    phone.on('message', (data, isBinary) => {
      const second = Math.floor(performance.now() / 1_000);
      pace = { second, frames: pace.second === second ? pace.frames + 1 : 1 };
      if (isBinary || pace.frames > framesPerSecond || waiting.length > mostWaiting) return line.close();
      if (gateway?.readyState === WebSocket.OPEN) forward(gateway, String(data));
      else waiting.push(String(data));
    });
    void connect().catch((err) => {
      log.warn({ err }, 'no gateway takes a phone'); // it tries again by itself
      line.close();
    });

    async function connect() {
      const found = await gatewayOf(db, companyId);
      if (!found) throw new Error('no gateway lives');
      if (!lines.has(line)) return;
      const headers = { authorization: gatewayBearer(seal), [deviceHeader]: device };
      const options = { headers, perMessageDeflate: false, handshakeTimeout: 5_000, maxPayload: 256 * 1024 };
      const socket = new WebSocket(`${found.address.replace('http', 'ws')}/signal`, options);
      gateway = socket;
      socket.on('error', (err) => log.warn({ err }, 'the gateway of a phone failed'));
      socket.on('close', () => line.close());
      socket.on('message', (data) => forward(phone, String(data)));
      socket.on('open', () => {
        for (const frame of waiting) forward(socket, frame);
        waiting = [];
      });
    }

    function forward(to: WebSocket, frame: string) {
      if (to.readyState !== WebSocket.OPEN) return;
      if (to.bufferedAmount > backlog) line.close();
      else to.send(frame);
    }
  }

  function obey(companyId: number, { revoked, renewed, changed }: SessionMessage) {
    const ours = [...lines].filter(({ session }) => session?.actor.companyId === companyId);
    if (changed) void recheck(ours).catch((err) => log.warn({ err }, 'sessions of phones were not checked'));
    // One whose session was renewed comes back with its new token, if it has one.
    for (const line of ours) if (line.session?.sessionId === (revoked ?? renewed)) line.close();
  }

  async function recheck(those: Line[]) {
    for (const line of those) {
      if (!line.session) continue;
      const session = await authenticateAgain(platform, line.session, line.address);
      if (!session || !mayCall(session.actor)) line.close();
    }
  }
}

const mayCall = (actor: Actor) => actor.missing === null && actor.has('calls.make') && actor.mayUse('dialer');

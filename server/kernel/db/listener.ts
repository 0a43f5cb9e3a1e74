// One LISTEN connection of this process, shared by outbox wake-ups and the cable. It reconnects by itself;
// notifications in between are lost, and subscribers are told.
import pg from 'pg';
import type { Log } from '#kernel/ops/log.ts';

export interface Listener {
  /** Resolves when PostgreSQL listens. A channel may have several subscribers. */
  on(channel: string, hear: (payload: string) => void): Promise<() => void>;
  /** Called each time the connection is back after a loss. */
  onReconnect(tell: () => void): () => void;
  close(): Promise<void>;
}

/** Milliseconds between attempts to reconnect. */
const shortestPause = 100;
const longestPause = 10_000;

/** Rejects if the first connection fails. */
export async function startListener(url: string, log: Log): Promise<Listener> {
  const hearers = new Map<string, Set<(payload: string) => void>>();
  const reconnected = new Set<() => void>();
  const closing = new AbortController();
  let client: pg.Client;
  await connect();

  async function connect() {
    const next = new pg.Client({ connectionString: url, application_name: 'steward listener', keepAlive: true });
    next.on('notification', ({ channel, payload }) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload ?? '');
    });
    next.on('error', (err) => log.warn({ err }, 'listening connection lost'));
    try {
      await next.connect();
      client = next;
      for (const channel of hearers.keys()) await listenOn(next, channel);
    } catch (error) {
      next.end().catch(() => {});
      throw error;
    }
    next.once('end', () => void reconnect());
  }

  async function reconnect() {
    for (let pause = shortestPause; !closing.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        await connect();
        if (closing.signal.aborted) return void (await client.end());
        log.info('listening again');
        for (const tell of reconnected) tell();
        return;
      } catch (err) {
        log.warn({ err, pause }, 'listening failed, trying again');
        await pauseFor(pause * (0.5 + Math.random() / 2), closing.signal);
      }
    }
  }

  return {
    async on(channel, hear) {
      const others = hearers.get(channel);
      if (others) others.add(hear);
      else {
        hearers.set(channel, new Set([hear]));
        await listenOn(client, channel).catch(() => {}); // lost just now: the next connection listens to it
      }
      return () => void hearers.get(channel)?.delete(hear);
    },
    onReconnect(tell) {
      reconnected.add(tell);
      return () => void reconnected.delete(tell);
    },
    async close() {
      closing.abort();
      await client.end();
    },
  };
}

const listenOn = (client: pg.Client, channel: string) => client.query(`listen ${client.escapeIdentifier(channel)}`);

/** Ends early, without an error, when the signal aborts. */
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

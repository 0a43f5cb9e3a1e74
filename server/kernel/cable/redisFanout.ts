// Cable messages between processes over Redis's PUBLISH: messages of any size, and no NOTIFY in PostgreSQL's commits.
// Messages only name what changed, so nobody waits for an unreachable Redis: unsent messages are lost, and when
// Redis is back every process gets `missed`.
import { createClient } from '@redis/client';
import { BadConfig } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { type Fanout, type FanoutListener, packMessages, unpackMessages } from './fanout.ts';

/** Milliseconds between attempts to reconnect. */
const shortestPause = 100;
const longestPause = 10_000;
/** Milliseconds without an answer before a connection is given up; pings keep a good one alive. */
const silence = 5_000;
const pingEvery = 2_000;

/** Published by a process that could not send some messages. */
const lostMark = '[]';

interface RedisFanoutOptions {
  url: string;
  /** The channel prefix: several installations may share a Redis, whatever the number of its database. */
  channel: string;
  log: Log;
}

/** Throws BadConfig if Redis cannot be reached or refuses the sign-in. */
export async function openRedisFanout({ url, channel, log }: RedisFanoutOptions): Promise<Fanout> {
  const listeners = new Set<FanoutListener>();
  let started = false;
  let lost = false;
  const client = createClient({
    url,
    name: 'steward',
    disableOfflineQueue: true,
    pingInterval: pingEvery,
    socket: {
      socketTimeout: silence,
      connectTimeout: silence,
      reconnectStrategy: (retries, cause) =>
        started ? Math.min(shortestPause * 2 ** retries, longestPause) * (0.5 + Math.random() / 2) : cause,
    },
  });
  client.on('error', (err) => started && log.warn({ err }, 'Redis is away'));
  await client.connect().catch((error) => {
    throw new BadConfig(`REDIS_URL: Redis cannot be used (${error.cause?.message ?? error.message})`);
  });
  started = true;
  client.on('ready', () => {
    log.info('Redis is back');
    for (const { missed } of listeners) missed();
    void send([]);
  });

  async function send(payloads: string[]) {
    try {
      if (lost) await client.publish(channel, lostMark);
      lost = false;
      for (const payload of payloads) await client.publish(channel, payload);
    } catch (err) {
      lost = true;
      log.warn({ err }, 'cable messages were lost');
    }
  }

  function hear(payload: string) {
    const messages = unpackMessages(payload);
    if (!messages) return log.error('a cable message could not be read');
    for (const { receive, missed } of listeners) {
      if (messages.length > 0) receive(messages);
      else missed();
    }
  }

  return {
    publish: (messages) => send(messages.length > 0 ? [packMessages(messages)] : []),
    async subscribe(listener) {
      if (listeners.size === 0) await client.subscribe(channel, hear); // the client subscribes again by itself after each reconnect
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      client.destroy();
    },
  };
}

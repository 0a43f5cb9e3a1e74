// Cable messages between processes over Redis's PUBLISH: messages of any size, and no notice of them in PostgreSQL's commits. Messages
// name what changed and can be asked for again, so nobody waits for a Redis that is away: what could not be sent is lost, and once it is
// back every process hears `missed`.
import { createClient } from '@redis/client';
import { BadConfig } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { type Fanout, type FanoutListener, packMessages, unpackMessages } from './fanout.ts';

/** Milliseconds between attempts to connect again. */
const shortestPause = 100;
const longestPause = 10_000;
/** Milliseconds: a connection without an answer for so long is given up; pings keep a good one from it. */
const silence = 5_000;
const pingEvery = 2_000;

/** Published in place of messages by who could not send some. */
const lostMark = '[]';

interface RedisFanoutOptions {
  url: string;
  /** Whoever shares it hears each other: a Redis may serve several installations, whatever the number of its database. */
  channel: string;
  log: Log;
}

/** Throws BadConfig where Redis cannot be reached or does not let us in. */
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
      if (listeners.size === 0) await client.subscribe(channel, hear); // from then on after each reconnect by itself
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      client.destroy();
    },
  };
}

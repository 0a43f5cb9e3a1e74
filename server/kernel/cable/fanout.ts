// Cable messages between processes: a port, and its adapter on PostgreSQL's LISTEN/NOTIFY. The other adapter is
// redisFanout.ts.
import type { Pool } from 'pg';
import type { Listener } from '#kernel/db/listener.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { Recipients } from './recipients.ts';

export interface StreamMessage {
  stream: string;
  message: unknown;
  /** Left out: only our own processes get it, no client. */
  to?: Recipients;
}

export interface FanoutListener {
  receive(messages: StreamMessage[]): void;
  /** Messages may be lost: screens must load their data again. */
  missed(): void;
}

export interface Fanout {
  /**
   * Sends to every subscribed process, this one too, in order. Leaves out a message that is too large, so that
   * it does not block the rest.
   */
  publish(messages: StreamMessage[]): Promise<void>;
  subscribe(listener: FanoutListener): Promise<() => void>;
  close(): Promise<void>;
}

const channel = 'cable';
/** Bytes. PostgreSQL refuses a payload of 8,000 or more. */
const payloadLimit = 7_500;

export function createFanout({ pool, listener, log }: { pool: Pool; listener: Listener; log: Log }): Fanout {
  return {
    async publish(messages) {
      const payloads = packPayloads(messages, ({ stream }) =>
        log.error({ stream }, 'a cable message is too large and was left out'),
      );
      if (payloads.length > 0)
        await pool.query(`select pg_notify($1, payload) from unnest($2::text[]) payload`, [channel, payloads]);
    },
    async subscribe({ receive, missed }) {
      const stop = await listener.on(channel, (payload) => {
        const messages = unpackMessages(payload);
        if (messages) receive(messages);
        else log.error('a cable notification could not be read');
      });
      const stopTelling = listener.onReconnect(missed);
      return () => {
        stop();
        stopTelling();
      };
    },
    async close() {}, // pool and listener belong to others
  };
}

/** `[[stream, message, to], …]` */
export const packMessages = (messages: StreamMessage[]): string => `[${messages.map(pack).join(',')}]`;

/** Null if packMessages() did not make it. */
export function unpackMessages(payload: string): StreamMessage[] | null {
  try {
    return (JSON.parse(payload) as [string, unknown, Recipients?][]).map(([stream, message, to]) => ({
      stream,
      message,
      ...(to !== undefined && { to }),
    }));
  } catch {
    return null;
  }
}

/** As few payloads as possible, in order. */
export function packPayloads(messages: StreamMessage[], leaveOut: (message: StreamMessage) => void): string[] {
  const payloads: string[] = [];
  let batch: string[] = [];
  let size = 2;
  for (const message of messages) {
    const text = pack(message);
    const bytes = Buffer.byteLength(text) + 1; // the comma
    if (bytes + 1 > payloadLimit) {
      leaveOut(message);
      continue;
    }
    if (batch.length > 0 && size + bytes > payloadLimit) {
      payloads.push(`[${batch.join(',')}]`);
      batch = [];
      size = 2;
    }
    batch.push(text);
    size += bytes;
  }
  if (batch.length > 0) payloads.push(`[${batch.join(',')}]`);
  return payloads;
}

const pack = ({ stream, message, to }: StreamMessage) => JSON.stringify([stream, message, ...(to === undefined ? [] : [to])]);

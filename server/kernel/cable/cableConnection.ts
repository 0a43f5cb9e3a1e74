// One socket on /cable, in Action Cable's protocol actioncable-v1-json.

import type { WebSocket } from '@fastify/websocket';
import { z } from 'zod';
import { type Channel, channels, type StreamValidated } from '#contract/cable.ts';
import type { Actor } from '#kernel/context.ts';
import { countCableMessages } from '#kernel/ops/metrics.ts';

export const subprotocol = 'actioncable-v1-json';

export type DisconnectReason = 'unauthorized' | 'invalid_request' | 'server_restart' | 'remote';

export interface Connection {
  socket: WebSocket;
  address: string;
  sessionId: number;
  actor: Actor;
  /** By the client's identifier, which names the channel. */
  subscriptions: Map<string, Channel>;
  /** Whether it answered the last WebSocket ping. */
  answered: boolean;
  /** Messages received in this second. */
  pace: { second: number; messages: number };
}

/** Bytes waiting in memory for a client that does not read. */
const backlogLimit = 1024 * 1024;
const subscriptionLimit = 20;
const messagesPerSecond = 50;

const mayJoin: Record<Channel, (actor: Actor) => boolean> = {
  CallCenterChannel: (actor) => actor.mayUse('call_centre'),
  SmsChannel: () => true,
  ContactsImportChannel: (actor) => actor.has('contacts.import'),
  UpdatesChannel: (actor) => actor.has('contacts.read'),
};

/** Sends nothing to a user with a missing step. */
const isOpenTo = (actor: Actor, channel: Channel) => actor.missing === null && mayJoin[channel](actor);

const json = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .max(10_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const identifier = z.string().max(1_000);
const knownCommands = ['subscribe', 'unsubscribe', 'message'];
const AnyCommand = json(z.looseObject({ command: z.string() }));
const Command = json(
  z.discriminatedUnion('command', [
    z.object({ command: z.literal('subscribe'), identifier }),
    z.object({ command: z.literal('unsubscribe'), identifier }),
    z.object({ command: z.literal('message'), identifier, data: json(z.looseObject({ action: z.string().optional() })) }),
  ]),
);
const Identifier = json(z.looseObject({ channel: z.string() }));

/** False if the message breaks the protocol or a limit: the connection must close. */
export function obey(connection: Connection, text: string): boolean {
  countCableMessages('in');
  if (isFlood(connection.pace)) return false;
  const said = AnyCommand.safeParse(text).data;
  if (said && !knownCommands.includes(said.command)) return true; // other servers have more commands, such as AnyCable's `whisper`
  const command = Command.safeParse(text).data;
  const channel = command && Identifier.safeParse(command.identifier).data?.channel;
  if (!command || channel === undefined) return false;
  if (command.command === 'subscribe') subscribe(connection, command.identifier, channel);
  else if (command.command === 'unsubscribe') connection.subscriptions.delete(command.identifier);
  else if (command.data.action === 'validate_stream' && connection.subscriptions.has(command.identifier)) {
    transmit(connection, command.identifier, JSON.stringify({ type: 'stream_validated' } satisfies StreamValidated));
  }
  return true;
}

/** Channels that the user may no longer read, as roles change. */
export function dropForbidden(connection: Connection) {
  for (const [identifier, channel] of connection.subscriptions) {
    if (!isOpenTo(connection.actor, channel)) reject(connection, identifier);
  }
}

/** `message` is already JSON. */
export function transmit(connection: Connection, identifier: string, message: string) {
  countCableMessages('out');
  connection.socket.send(`{"identifier":${JSON.stringify(identifier)},"message":${message}}`);
}

export const isClogged = ({ socket }: Connection) => socket.bufferedAmount > backlogLimit;

/** The client's library reads `reconnect` and stays away if it is false. */
export function disconnect(socket: WebSocket, reason: DisconnectReason, reconnect: boolean) {
  if (socket.readyState !== socket.OPEN) return;
  socket.send(JSON.stringify({ type: 'disconnect', reason, reconnect }));
  socket.close(1000);
}

function subscribe(connection: Connection, identifier: string, channel: string) {
  const { actor, subscriptions } = connection;
  const known = channels.find((name) => name === channel);
  const full = subscriptions.size >= subscriptionLimit && !subscriptions.has(identifier);
  if (!known || full || !isOpenTo(actor, known)) return reject(connection, identifier);
  subscriptions.set(identifier, known);
  connection.socket.send(JSON.stringify({ identifier, type: 'confirm_subscription' }));
}

function reject({ socket, subscriptions }: Connection, identifier: string) {
  subscriptions.delete(identifier);
  socket.send(JSON.stringify({ identifier, type: 'reject_subscription' }));
}

function isFlood(pace: Connection['pace']): boolean {
  const second = Math.floor(performance.now() / 1000);
  if (pace.second !== second) Object.assign(pace, { second, messages: 0 });
  return ++pace.messages > messagesPerSecond;
}

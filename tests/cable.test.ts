// The official Rails client against /cable.
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Channel, channels } from '#contract/cable.ts';
import { mountCable } from '#kernel/cable/cable.ts';
import { streamOf } from '#kernel/context.ts';
import { isOwnOrigin } from '#kernel/http/http.ts';
import { authenticate, createToken, hashToken } from '#kernel/http/sessions.ts';
import { renderMetrics } from '#kernel/ops/metrics.ts';
import { openParts, type Parts } from './background/parts.ts';
import { aConsumer } from './support/actionCable.ts';
import { aCompany } from './support/factories.ts';
import { aServer, type Client, signedIn, type TestServer } from './support/server.ts';

let server: TestServer;
let parts: Parts;
let address: string;
let company: { companyId: number; people: Record<'admin' | 'agent', Client> };
let stranger: Client;
const open: { disconnect(): void }[] = [];

beforeAll(async () => {
  server = await aServer({ own: true });
  parts = await openParts(server);
  await mountCable(server.app, { ...parts, authenticate, isOwnOrigin, pace: { ping: 100, recheck: 100 } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  address = addressOf(server);
  company = await aCompany(server, { admin: {}, agent: { under: 'admin' } });
  stranger = (await aCompany(server, { agent: {} })).people.agent;
});
afterEach(() => {
  for (const consumer of open.splice(0)) consumer.disconnect();
});

/** A browser of that user, with the messages of each channel. */
function aBrowser(client: Client, wanted: Channel[]) {
  const consumer = aConsumer(address, client.headers.cookie ?? '');
  open.push(consumer);
  const heard: [string, unknown][] = [];
  const subscriptions = wanted.map((channel) =>
    consumer.subscriptions.create(channel, {
      connected: () => void heard.push([channel, 'connected']),
      rejected: () => void heard.push([channel, 'rejected']),
      disconnected: ({ willAttemptReconnect }: { willAttemptReconnect: boolean | undefined }) =>
        void heard.push([channel, willAttemptReconnect ? 'lost' : 'closed']),
      received: (message: unknown) => void heard.push([channel, message]),
    }),
  );
  return { consumer, heard, subscriptions };
}

/** A bare socket, with every frame it got and how it closed. */
function aSocket(headers: Record<string, string>, at = address, protocols = ['actioncable-v1-json', 'actioncable-unsupported']) {
  const socket = new WebSocket(`ws://${at}/cable`, protocols, { headers });
  open.push({ disconnect: () => socket.terminate() });
  const frames: { type?: string; reason?: string; reconnect?: boolean }[] = [];
  const state = { closed: false, refused: 0 };
  socket.on('message', (data) => void frames.push(JSON.parse(String(data))));
  socket.on('close', () => (state.closed = true));
  socket.on('unexpected-response', (_, { statusCode }) => (state.refused = statusCode ?? 0));
  socket.on('error', () => {});
  return { socket, frames, state, said: (type: string) => frames.some((frame) => frame.type === type) };
}

const addressOf = ({ app }: TestServer) => `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
const cookieOf = (client: Client) => ({ cookie: client.headers.cookie ?? '' });
const subscribe = (channel: string) => JSON.stringify({ command: 'subscribe', identifier: JSON.stringify({ channel }) });

test('the official client subscribes, has its stream validated, and hears its own company alone', async () => {
  const agent = aBrowser(company.people.agent, ['UpdatesChannel', 'SmsChannel', 'ContactsImportChannel']);
  const other = aBrowser(stranger, ['UpdatesChannel']);
  await expect.poll(() => agent.heard).toHaveLength(3);
  await expect.poll(() => other.heard).toEqual([['UpdatesChannel', 'connected']]);

  agent.subscriptions[0]?.perform('validate_stream');
  await expect.poll(() => agent.heard).toContainEqual(['UpdatesChannel', { type: 'stream_validated' }]);

  const update = { event: 'contact.changed', id: 7 };
  await parts.fanout.publish([
    { stream: streamOf(company.companyId, 'UpdatesChannel'), message: update, to: 'company' },
    { stream: streamOf(company.companyId, 'ContactsImportChannel'), message: { id: 1 }, to: 'company' },
  ]);
  await expect
    .poll(() => agent.heard.slice(4))
    .toEqual([
      ['UpdatesChannel', update],
      ['ContactsImportChannel', { id: 1 }],
    ]);

  agent.subscriptions[0]?.unsubscribe();
  agent.subscriptions[1]?.perform('validate_stream');
  await expect.poll(() => agent.heard.slice(6)).toEqual([['SmsChannel', { type: 'stream_validated' }]]);
  await parts.fanout.publish([
    { stream: streamOf(company.companyId, 'UpdatesChannel'), message: update, to: 'company' },
    { stream: streamOf(company.companyId, 'SmsChannel'), message: 'last', to: 'company' },
  ]);
  await expect.poll(() => agent.heard.slice(7)).toEqual([['SmsChannel', 'last']]);
  expect(other.heard).toHaveLength(1);
});

test('channels that are not for a person are rejected', async () => {
  await server.operator.db.updateTable('users').set({ role: 'basic' }).where('id', '=', stranger.userId).execute();
  const { heard } = aBrowser(stranger, [...channels, 'NoChannel' as Channel]);
  await expect
    .poll(() => new Set(heard.map(([channel, what]) => `${channel} ${what}`)))
    .toEqual(
      new Set([
        'CallCenterChannel rejected',
        'SmsChannel connected',
        'ContactsImportChannel rejected',
        'UpdatesChannel connected',
        'NoChannel rejected',
      ]),
    );
});

test('a socket is welcomed and pinged; without a session, from another site or in another protocol it is not', async () => {
  const good = aSocket(cookieOf(company.people.agent));
  await expect.poll(() => good.said('ping')).toBe(true);
  expect(good.frames[0]).toEqual({ type: 'welcome' });
  expect(good.socket.protocol).toBe('actioncable-v1-json');

  const signedOut = aSocket({});
  await expect.poll(() => signedOut.state.closed).toBe(true);
  expect(signedOut.frames).toEqual([{ type: 'disconnect', reason: 'unauthorized', reconnect: false }]);

  const foreign = aSocket({ ...cookieOf(company.people.agent), origin: 'https://evil.example' });
  await expect.poll(() => foreign.state.refused).toBe(403);

  const old = aSocket(cookieOf(company.people.agent), address, ['actioncable-unsupported']);
  await expect.poll(() => old.state).toMatchObject({ closed: true });
  expect(old.frames).not.toContainEqual({ type: 'welcome' });
});

test.each([
  ['no JSON', 'hello'],
  ['no command', '{"identifier":"{}"}'],
  ['an identifier that names no channel', '{"command":"subscribe","identifier":"[]"}'],
  ['data that is no JSON', `{"command":"message","identifier":"{\\"channel\\":\\"SmsChannel\\"}","data":"{"}`],
  ['binary', Buffer.from('{}')],
])('%s closes the socket as an invalid request', async (_, text) => {
  const { socket, frames, state, said } = aSocket(cookieOf(company.people.agent));
  await expect.poll(() => said('welcome')).toBe(true);
  socket.send(text);
  await expect.poll(() => state.closed).toBe(true);
  expect(frames.at(-1)).toEqual({ type: 'disconnect', reason: 'invalid_request', reconnect: false });
});

test('a command of another server is ignored, and the socket goes on', async () => {
  const { socket, frames, said, state } = aSocket(cookieOf(company.people.agent));
  await expect.poll(() => said('welcome')).toBe(true);
  const identifier = JSON.stringify({ channel: 'SmsChannel' });
  socket.send(JSON.stringify({ command: 'whisper', identifier, data: { typing: true } }));
  socket.send(JSON.stringify({ command: 'history', identifier, history: { since: 1 } }));
  socket.send(subscribe('SmsChannel'));
  await expect.poll(() => said('confirm_subscription')).toBe(true);
  expect(frames.filter(({ type }) => type !== 'ping')).toHaveLength(2);
  expect(state.closed).toBe(false);
});

test('a flood closes the socket, and so does a message of 65 kB; a 21st subscription is rejected', async () => {
  const flooding = aSocket(cookieOf(company.people.agent));
  await expect.poll(() => flooding.said('welcome')).toBe(true);
  for (let index = 0; index < 120; index++) flooding.socket.send(subscribe('SmsChannel'));
  await expect.poll(() => flooding.state.closed).toBe(true);
  expect(flooding.frames.at(-1)).toMatchObject({ type: 'disconnect', reason: 'invalid_request' });

  const large = aSocket(cookieOf(company.people.agent));
  await expect.poll(() => large.said('welcome')).toBe(true);
  large.socket.send('x'.repeat(65 * 1024));
  await expect.poll(() => large.state.closed).toBe(true);

  const many = aSocket(cookieOf(company.people.agent));
  await expect.poll(() => many.said('welcome')).toBe(true);
  for (let n = 1; n <= 21; n++) {
    many.socket.send(JSON.stringify({ command: 'subscribe', identifier: JSON.stringify({ channel: 'SmsChannel', n }) }));
  }
  await expect.poll(() => many.said('reject_subscription')).toBe(true);
  expect(many.frames.filter((frame) => frame.type === 'confirm_subscription')).toHaveLength(20);
});

test('a client that does not read is dropped before it fills our memory, and told why', async () => {
  const calm = await aServer({ own: true }); // drops nobody for unanswered pings
  const { fanout, ...rest } = await openParts(calm);
  await mountCable(calm.app, { ...rest, fanout, authenticate, isOwnOrigin });
  await calm.app.listen({ port: 0, host: '127.0.0.1' });
  const { companyId, people } = await aCompany(calm, { agent: {} });
  const { socket, said, state, frames } = aSocket(cookieOf(people.agent), addressOf(calm));
  await expect.poll(() => said('welcome')).toBe(true);
  socket.send(subscribe('SmsChannel'));
  await expect.poll(() => said('confirm_subscription')).toBe(true);
  const openSockets = async () => Number((await renderMetrics()).text.match(/^cable_sockets (\d+)/m)?.[1]);
  const before = await openSockets();

  socket.pause();
  const stream = streamOf(companyId, 'SmsChannel');
  const flood = Array.from({ length: 200 }, (_, n) => ({ stream, message: `${n}`.padEnd(7_000), to: 'company' as const })); // different ones: NOTIFY merges equal messages
  while ((await openSockets()) === before) await fanout.publish(flood);
  socket.resume();
  await expect.poll(() => state.closed, { timeout: 5_000 }).toBe(true);
  expect(frames.at(-1)).toEqual({ type: 'disconnect', reason: 'remote', reconnect: true });
});

test('a revoked session closes its sockets at once and for good, and no other', async () => {
  const { heard } = aBrowser(company.people.agent, ['SmsChannel']);
  const admin = aBrowser(company.people.admin, ['SmsChannel']);
  await expect.poll(() => [heard.length, admin.heard.length]).toEqual([1, 1]);
  const { id } = await server.operator.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', company.people.agent.userId)
    .executeTakeFirstOrThrow();

  await parts.fanout.publish([{ stream: streamOf(company.companyId, 'sessions'), message: { revoked: id } }]);

  await expect.poll(() => heard.at(-1)).toEqual(['SmsChannel', 'closed']);
  expect(admin.heard).toHaveLength(1);
});

test('a session under a new token has its sockets come back, and the token before lets none stay', async () => {
  const { token, headers, userId } = await signedIn(server, company.companyId, company.people.agent.userId);
  const socket = aSocket({ cookie: headers.cookie ?? '' });
  await expect.poll(() => socket.said('welcome')).toBe(true);
  const { db } = server.operator;
  const next = createToken(company.companyId);
  const { id } = await db
    .updateTable('sessions')
    .set({ token_hash: hashToken(next), previous_token_hash: hashToken(token), rotated_at: new Date() })
    .where('token_hash', '=', hashToken(token))
    .returning('id')
    .executeTakeFirstOrThrow();
  await parts.fanout.publish([{ stream: streamOf(company.companyId, 'sessions'), message: { renewed: id } }]);
  const sentAway = { type: 'disconnect', reason: 'server_restart', reconnect: true };
  await expect.poll(() => socket.frames.at(-1)).toEqual(sentAway);

  const stolen = aSocket({ cookie: `token=${token}` });
  await expect.poll(() => stolen.frames.at(-1)).toEqual(sentAway);
  expect(stolen.said('welcome')).toBe(false);
  const own = aSocket({ cookie: `token=${next}` });
  await expect.poll(() => own.said('welcome')).toBe(true);
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).execute();
});

test('a session that ends without a word, and a role that changes, are noticed', async () => {
  const socket = aSocket(cookieOf(company.people.admin));
  await expect.poll(() => socket.said('welcome')).toBe(true);
  socket.socket.send(subscribe('ContactsImportChannel'));
  await expect.poll(() => socket.said('confirm_subscription')).toBe(true);

  const ofAdmin = () => server.operator.db.updateTable('users').where('id', '=', company.people.admin.userId);
  await ofAdmin().set({ role: 'basic' }).execute();
  await expect.poll(() => socket.said('reject_subscription')).toBe(true);

  await ofAdmin().set({ active: false }).execute();
  await expect.poll(() => socket.state.closed).toBe(true);
  expect(socket.frames.at(-1)).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
  await ofAdmin().set({ role: 'admin', active: true }).execute();
});

test('messages that may have been missed, and a server that stops, send clients away to come back', async () => {
  const first = aSocket(cookieOf(company.people.admin));
  await expect.poll(() => first.said('welcome')).toBe(true);
  await parts.platform.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'steward listener' and datname = current_database()`,
  );
  const restart = { type: 'disconnect', reason: 'server_restart', reconnect: true };
  await expect.poll(() => first.frames.at(-1)).toEqual(restart);

  const second = aSocket(cookieOf(company.people.admin));
  await expect.poll(() => second.said('welcome')).toBe(true);
  await server.app.close();
  await expect.poll(() => second.state.closed).toBe(true);
  expect(second.frames.at(-1)).toEqual(restart);
});

// When sign-in rules change, open sockets obey at once, as calls do.
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createNetwork, requirePasswordChange, updateSecurity } from '#contract/security.ts';
import { mountCable } from '#kernel/cable/cable.ts';
import { isOwnOrigin } from '#kernel/http/http.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { openParts } from '#tests/background/parts.ts';
import { atTheEnd } from '#tests/support/atTheEnd.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client, send } from '#tests/support/server.ts';

const server = await aServer({ worker: true, own: true });
server.config.trustProxy = 1;
await mountCable(server.app, { ...(await openParts(server)), authenticate, isOwnOrigin }); // by itself it would check only after a minute
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.app.server.address() as AddressInfo;
const { admin, agent, agent2 } = (await aCompany(server, { admin: {}, agent: {}, agent2: {} })).people;

/** Messages that a subscribed socket got. */
async function heardFrom({ headers }: Client, address: string) {
  const heard: { type?: string }[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/cable`, ['actioncable-v1-json'], {
    headers: { cookie: headers.cookie ?? '', 'x-forwarded-for': address },
  });
  atTheEnd(() => socket.terminate());
  socket.on('message', (data) => void heard.push(JSON.parse(String(data))));
  await expect.poll(() => heard.map(({ type }) => type)).toContain('welcome');
  socket.send(JSON.stringify({ command: 'subscribe', identifier: JSON.stringify({ channel: 'SmsChannel' }) }));
  await expect.poll(() => heard.map(({ type }) => type)).toContain('confirm_subscription');
  return () => heard.filter(({ type }) => type !== 'ping').slice(2);
}

test('a user on another network, or with a missing step, gets no more messages', async () => {
  const [inside, outside] = ['203.0.113.5', '198.51.100.7'];
  const [heardInside, heardOutside] = [await heardFrom(agent, inside), await heardFrom(agent2, outside)];
  const asAdmin = { ...admin.headers, 'x-forwarded-for': inside };
  await send(server.app, asAdmin, createNetwork, { body: { network: '203.0.113.0/24', note: '' } });
  await expect.poll(heardOutside).toEqual([{ type: 'disconnect', reason: 'unauthorized', reconnect: false }]);
  expect(heardInside()).toEqual([]);

  await send(server.app, asAdmin, requirePasswordChange, { body: { user_ids: [agent.userId] } });
  await expect.poll(heardInside).toMatchObject([{ type: 'reject_subscription' }]);

  const heardByAdmin = await heardFrom(admin, inside);
  await send(server.app, asAdmin, updateSecurity, { body: { two_factor_roles: ['admin'] } });
  await expect.poll(heardByAdmin).toMatchObject([{ type: 'reject_subscription' }]);
});

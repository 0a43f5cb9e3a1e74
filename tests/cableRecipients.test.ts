// A browser gets only messages about what its user may see, and nothing of colleagues.
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { getBulkAction } from '#contract/bulk.ts';
import { updateContact } from '#contract/contacts.ts';
import { createSession } from '#contract/signIn.ts';
import { createTag, updateTagsGroup } from '#contract/tags.ts';
import { mountCable } from '#kernel/cable/cable.ts';
import { inParts, isRecipient } from '#kernel/cable/recipients.ts';
import { isOwnOrigin } from '#kernel/http/http.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { openParts } from './background/parts.ts';
import { atTheEnd } from './support/atTheEnd.ts';
import { aCompany, aContact, aTag, type TestCompany, testPassword } from './support/factories.ts';
import { drop, importDraft } from './support/imports.ts';
import { aServer, type Client, send, type TestServer } from './support/server.ts';
import { until } from './support/until.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
let host: string;

beforeAll(async () => {
  server = await aServer({ worker: true, own: true });
  const parts = await openParts(server);
  await mountCable(server.app, { ...parts, authenticate, isOwnOrigin });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  host = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

/** New messages of that user's browser, without repeats. */
async function listen({ headers }: Client) {
  const socket = new WebSocket(`ws://${host}/cable`, ['actioncable-v1-json'], { headers: { cookie: headers.cookie ?? '' } });
  atTheEnd(() => socket.terminate());
  const heard: Record<string, unknown>[] = [];
  let joined = 0;
  socket.on('message', (data) => {
    const { type, message } = JSON.parse(String(data));
    if (type === 'welcome')
      for (const channel of ['UpdatesChannel', 'ContactsImportChannel'])
        socket.send(JSON.stringify({ command: 'subscribe', identifier: JSON.stringify({ channel }) }));
    if (type === 'confirm_subscription') joined++;
    if (type === undefined) heard.push(message);
  });
  await until(async () => joined === 2);
  return heard;
}

/** Sent to everyone last: a message that did not come before it will never come. */
async function endOf(all: Record<string, unknown>[][]) {
  await company.people.admin.call(createTag, { body: { name: `end ${Math.random()}` } });
  await until(async () => all.every((heard) => heard.some(({ event }) => event === 'tag.changed')));
}
const events = (heard: Record<string, unknown>[]) => new Set(heard.map(({ event, status }) => event ?? `import ${status}`));

test('a contact, an import, a bulk action and a sign-in are heard by those they are for', async () => {
  const { admin, manager, agent, agent2 } = company.people;
  const id = await aContact(server, company.companyId, { first_name: 'Rosa', last_name: 'Diaz', owner_id: agent.userId });
  const tag = await aTag(server, company.companyId, 'spring');
  const [chief, leader, own, other] = [await listen(admin), await listen(manager), await listen(agent), await listen(agent2)];

  await agent.call(updateContact, { params: { id }, body: { city: 'Miami' } });
  await send(server.app, {}, createSession, { body: { email: agent.email, password: testPassword } });
  const action = await agent.call(updateTagsGroup, { body: { ids: [id], tags: [tag] } });
  await until(async () => (await agent.call(getBulkAction, { params: { id: action.id } })).status === 'complete');
  await importDraft(agent, await drop(agent, 'First name,Last name,Phone\nTom,Boyd,3055550143\n'));
  await endOf([chief, leader, own, other]);

  const told = ['contact.changed', 'import queued', 'import processing', 'import complete'];
  const everybodys = ['contacts.changed', 'tag.changed'];
  expect(events(own)).toEqual(new Set([...told, ...everybodys, 'sessions.changed', 'bulk.progress']));
  expect(events(leader)).toEqual(new Set([...told, ...everybodys]));
  expect(events(chief)).toEqual(new Set([...told, ...everybodys]));
  expect(events(other)).toEqual(new Set(everybodys));
  for (const heard of other) expect(Object.keys(heard), 'nothing but that something changed').toEqual(['event']);
});

test('a message to many users is told in parts that can be carried, each user in one of them', () => {
  const ids = Array.from({ length: 1_001 }, (_, n) => n);
  const parts = inParts([...ids, 7, 8]);
  expect(parts.flat()).toEqual(ids);
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(7_000);
  expect(inParts([])).toEqual([]);
  expect(inParts('company')).toEqual(['company']);
});

test('a message that names nobody is for nobody', () => {
  const actor = { userId: 7, has: (permission: string) => permission === 'tags.read' } as never;
  expect([undefined, [8], 'jobs.operate' as const].map((to) => isRecipient(actor, to))).toEqual([false, false, false]);
  expect(['company' as const, [6, 7], 'tags.read' as const].map((to) => isRecipient(actor, to))).toEqual([true, true, true]);
});

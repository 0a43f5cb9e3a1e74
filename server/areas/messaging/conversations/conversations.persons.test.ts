// The inbox: one row a person, unread first; what is set aside, comes back and changes hands.
import { beforeAll, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { countUnread, getConversation, listConversations, showPresence, updateConversation } from '#contract/conversations.ts';
import { loadDashboardCard } from '#contract/dashboard.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { wakePump } from './conversations.wake.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'manager'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

let count = 0;
interface Given {
  channel?: 'email' | 'text';
  contact?: number | null;
  owner?: number | null;
  minutes?: number;
  unread?: boolean;
  body?: string;
}
async function aConversation({
  channel = 'email',
  contact = null,
  owner = null,
  minutes = 5,
  unread = false,
  body = 'Hello',
}: Given) {
  const { db } = server.operator;
  const at = new Date(server.platform.clock().getTime() - minutes * 60_000);
  const address = `p${++count}@example.com`;
  const { companyId: company_id } = company;
  const id = await insertId(db, 'conversations', {
    company_id,
    channel,
    line: String(owner ?? ''),
    their_address: address,
    contact_id: contact,
    owner_id: owner,
    excerpt: body.slice(0, 20),
    last_at: at,
    unread,
  });
  await insertId(db, 'received_messages', {
    company_id,
    conversation_id: id,
    message_key: `<${address}>`,
    from_address: address,
    body,
    at,
  });
  return id;
}
const contactOf = (owner_id: number, last_name: string) => aContact(server, company.companyId, { owner_id, last_name });

test('one row a person over all channels, unread first, then the latest; pages follow one another', async () => {
  const { agent, agent2 } = company.people;
  const owner = agent.userId;
  const ana = await contactOf(owner, 'Ana');
  const bo = await contactOf(owner, 'Bo');
  const mail = await aConversation({ contact: ana, owner, minutes: 30, unread: true, body: 'By mail' });
  const text = await aConversation({ contact: ana, owner, channel: 'text', minutes: 10, body: 'By text' });
  const other = await aConversation({ contact: bo, owner, minutes: 1, body: 'The zebra policy' });
  const stranger = await aConversation({ minutes: 2 });
  const idsOf = async (query: object, client = agent) =>
    (await client.call(listConversations, { query })).data.map(({ id }) => id);

  expect(await idsOf({})).toEqual([mail, other]);
  expect(await idsOf({ channel: 'text' })).toEqual([text]);
  expect(await idsOf({ unread: true })).toEqual([mail]);
  expect(await idsOf({ contact_id: ana })).toEqual([mail]);
  expect(await idsOf({ q: 'zebra' })).toEqual([other]);
  expect(await idsOf({ filter: 'unassigned' }, company.people.admin)).toEqual([stranger]);
  expect(await idsOf({}, agent2)).toEqual([]);
  const first = await agent.call(listConversations, { query: { limit: 1 } });
  expect(first.data).toMatchObject([{ channels: ['email', 'text'], contact: { id: ana }, aside: null }]);
  expect(await idsOf({ limit: 1, cursor: first.meta.next_cursor ?? '' })).toEqual([other]);
  expect(await idsOf({ cursor: 'guessed' })).toEqual([mail, other]);

  const { items } = await agent.call(getConversation, { params: { id: text } });
  expect(items.map((item) => [item.channel, item.text])).toEqual([
    ['email', 'By mail'],
    ['text', 'By text'],
  ]);
  // Reading one reads the person.
  await agent.call(updateConversation, { params: { id: text }, body: { unread: false } });
  expect(await agent.call(countUnread, {})).toEqual({ count: 0 });
});

test('a person who is set aside leaves the inbox until they write again, or until their hour', async () => {
  const { agent } = company.people;
  const owner = agent.userId;
  const contact = await contactOf(owner, 'Cal');
  const params = { id: await aConversation({ contact, owner, unread: true }) };
  const isIn = async (filter: 'mine' | 'aside') =>
    (await agent.call(listConversations, { query: { filter } })).data.some(({ id }) => id === params.id);

  const done = await agent.call(updateConversation, { params, body: { done: true } });
  expect(done).toMatchObject({ aside: 'done', snoozed_until: null, unread: false });
  expect([await isIn('mine'), await isIn('aside')]).toEqual([false, true]);
  await server.operator.db
    .updateTable('conversations')
    .set({ last_at: new Date(server.platform.clock().getTime() + 1000) })
    .where('id', '=', params.id)
    .execute();
  expect([await isIn('mine'), await isIn('aside')]).toEqual([true, false]);

  const until = new Date(server.platform.clock().getTime() + 3_600_000).toISOString();
  const snoozed = await agent.call(updateConversation, { params, body: { snoozed_until: until } });
  expect(snoozed.aside).toBe('snoozed');
  expect(Date.parse(snoozed.snoozed_until ?? '')).toBe(Date.parse(until));
  expect(await isIn('mine')).toBe(false);
  const past = { params, body: { snoozed_until: '2020-01-01T00:00:00Z' } };
  await expect(agent.call(updateConversation, past)).rejects.toMatchObject({ code: 'invalid' });
  expect((await agent.call(updateConversation, { params, body: { done: false } })).aside).toBeNull();

  await agent.call(updateConversation, { params, body: { snoozed_until: until } });
  await runPumps(server.operator.db, server.platform, [wakePump]);
  expect(await isIn('mine')).toBe(false);
  await server.operator.db
    .updateTable('conversations')
    .set({ snoozed_until: new Date(0) })
    .where('id', '=', params.id)
    .execute();
  await runPumps(server.operator.db, server.platform, [wakePump]);
  expect(await agent.call(getConversation, { params })).toMatchObject({ aside: null, snoozed_until: null, unread: true });
});

test('a leader gives a person to somebody in reach; an agent takes only for themself', async () => {
  const { agent, agent2, manager, admin } = company.people;
  const contact = await contactOf(agent.userId, 'Dee');
  const params = { id: await aConversation({ contact, owner: agent.userId }) };
  await expect(agent.call(updateConversation, { params, body: { owner_id: agent2.userId } })).rejects.toMatchObject({
    status: 403,
  });
  await expect(manager.call(updateConversation, { params, body: { owner_id: agent2.userId } })).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(await manager.call(updateConversation, { params, body: { owner_id: manager.userId } })).toMatchObject({
    owner: { id: manager.userId },
  });
  await expect(agent.call(getConversation, { params })).rejects.toMatchObject({ status: 404 });
  expect(await admin.call(updateConversation, { params, body: { owner_id: null } })).toMatchObject({ owner: null });
  expect(await agent.call(updateConversation, { params, body: { owner_id: agent.userId } })).toMatchObject({
    owner: { id: agent.userId },
  });
  const card = await agent.call(loadDashboardCard, { query: { type: 'replies', scope: 'me' } });
  expect(card.list).toEqual({ to: '/inbox', search: { filter: 'mine', unread: true } });
});

test('colleagues who see a conversation hear who is in it, nobody else does, and no table keeps it', async () => {
  const { admin, manager, agent, agent2 } = company.people;
  const { db } = server.operator;
  const id = await aConversation({ contact: await contactOf(agent.userId, 'Watched'), owner: agent.userId });
  const told = async () => {
    const rows = await db.deleteFrom('outbox').where('company_id', '=', company.companyId).returningAll().execute();
    return rows.map(({ payload, recipients }) => ({ payload, to: (recipients as number[]).toSorted((a, b) => a - b) }));
  };
  await told();
  const before = await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();

  await manager.call(showPresence, { params: { id }, body: { doing: 'replying' } });
  const user = { id: manager.userId, name: expect.any(String) };
  const to = [admin.userId, agent.userId].toSorted((a, b) => a - b);
  expect(await told()).toEqual([{ payload: { event: 'conversation.presence', id, user, doing: 'replying' }, to }]);
  expect(await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst()).toEqual(before);

  await expect(agent2.call(showPresence, { params: { id }, body: { doing: 'looking' } })).rejects.toMatchObject({ status: 404 });
  expect(await told()).toEqual([]);
});

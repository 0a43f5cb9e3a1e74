// The calls of the inbox: conversations of both channels, by keys, by words, by reach; and the thread with
// one contact.
import { beforeAll, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import {
  fetchConversations,
  fetchMessages,
  readConversation,
  showConversation,
  updateConversation,
} from '#contract/conversations.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'manager'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

interface Given {
  owner?: number | null;
  contact?: number | null;
  channel?: 'email' | 'text';
  number?: string;
  words?: string[];
  minutes?: number;
  unread?: boolean;
  flagged?: boolean;
}
let made = 0;
async function aConversation({ owner = null, contact = null, words = ['Hello'], minutes = 0, ...given }: Given = {}) {
  const { channel = 'text', number = `305555${String(1000 + ++made)}`, unread = true, flagged = false } = given;
  const { db } = server.operator;
  const company_id = company.companyId;
  const at = (place: number) => new Date(Date.now() - (minutes + words.length - place) * 60_000);
  const id = await insertId(db, 'conversations', {
    company_id,
    channel,
    line: channel === 'text' ? '3055550100' : String(owner ?? ''),
    their_address: number,
    contact_id: contact,
    owner_id: owner,
    excerpt: words.at(-1) ?? '',
    last_at: at(words.length),
    unread,
    flagged,
  });
  for (const [place, body] of words.entries())
    await insertId(db, 'received_messages', {
      company_id,
      conversation_id: id,
      message_key: crypto.randomUUID(),
      from_address: number,
      body,
      at: at(place),
    });
  return id;
}

const idsOf = async (client: Client, body: Parameters<typeof client.call<typeof fetchConversations>>[1]['body'] = {}) =>
  (await client.call(fetchConversations, { body })).data.map(({ id }) => id);

test('unread conversations come first, page by page, and each once', async () => {
  const { agent } = company.people;
  const owner = agent.userId;
  const read = await aConversation({ owner, minutes: 0, unread: false });
  const old = await aConversation({ owner, minutes: 60 });
  const older = await aConversation({ owner, minutes: 120 });
  const readLater = await aConversation({ owner, minutes: 180, unread: false });
  const all = [old, older, read, readLater];
  expect(await idsOf(agent)).toEqual(all);
  expect(await idsOf(agent, { order: 'latest' })).toEqual([read, old, older, readLater]);
  for (const order of ['unread', 'latest'] as const) {
    const seen: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await agent.call(fetchConversations, { body: { limit: 1, order, ...(cursor && { cursor }) } });
      seen.push(...page.data.map(({ id }) => id));
      if (page.meta.next_cursor === null) break;
      cursor = page.meta.next_cursor;
    }
    expect(seen).toEqual(await idsOf(agent, { order }));
  }
  expect(await idsOf(agent, { unread: true })).toEqual([old, older]);
  await agent.call(readConversation, { body: { id: old } });
  expect(await idsOf(agent, { unread: true })).toEqual([older]);
  expect(await agent.call(fetchConversations, { body: { cursor: 'nonsense' } })).toMatchObject({ data: { length: 4 } });
});

test('everyone sees their own, a manager those below, and administrators what is nobody’s', async () => {
  const { admin, manager, agent, agent2 } = company.people;
  const own = await aConversation({ owner: agent.userId, words: ['zebra'] });
  const nobodys = await aConversation({ words: ['zebra'] });
  const seen = (client: Client, tab: 'all' | 'mine' | 'unmatched' = 'all') => idsOf(client, { q: 'zebra', tab });
  expect(await seen(agent)).toEqual([own]);
  expect(await seen(agent2)).toEqual([]);
  expect(await seen(manager)).toEqual([own]);
  expect(await seen(manager, 'mine')).toEqual([]);
  expect(await seen(admin)).toEqual([nobodys, own]);
  expect(await seen(admin, 'unmatched')).toEqual([nobodys, own]);
  await expect(agent2.call(fetchMessages, { body: { conversation_id: own } })).rejects.toMatchObject({ status: 404 });
  await expect(agent2.call(readConversation, { body: { id: own } })).rejects.toMatchObject({ status: 404 });
});

test('words are found in what contacts wrote, in their names and numbers, with or without accents', async () => {
  const { agent } = company.people;
  const owner = agent.userId;
  const contact = await aContact(server, company.companyId, { owner_id: owner, first_name: 'José', last_name: 'Quintero' });
  const written = await aConversation({ owner, words: ['My wife’s café plan, please', 'Anything new?'] });
  const named = await aConversation({ owner, contact, channel: 'email', number: 'jq@example.com' });
  const byNumber = await aConversation({ owner, number: '7865550123' });
  expect(await idsOf(agent, { q: 'cafe PLAN' })).toEqual([written]);
  expect(await idsOf(agent, { q: 'quint' })).toEqual([named]);
  expect(await idsOf(agent, { q: '(786) 555-0123' })).toEqual([byNumber]);
  expect(await idsOf(agent, { q: 'jq@example' })).toEqual([named]);
  expect(await idsOf(agent, { q: 'cafe tomorrow' })).toEqual([]);
  expect(await idsOf(agent, { q: '100%_' })).toEqual([]);
  expect(await idsOf(agent, { q: 'quint', channel: 'text' })).toEqual([]);
});

test('a thread holds what was written with one contact over both channels, the newest first', async () => {
  const { agent, agent2 } = company.people;
  const owner = agent.userId;
  const contact = await aContact(server, company.companyId, { owner_id: owner, first_name: 'Rosa', phone: '3055550142' });
  const text = await aConversation({ owner, contact, words: ['One', 'Two', 'Three'] });
  const mail = await aConversation({ owner, contact, channel: 'email', words: ['A letter'], minutes: 30 });
  const shown = await agent.call(showConversation, { body: { contact_id: contact } });
  expect(shown.contact).toMatchObject({ id: contact });
  expect(shown.conversations.map(({ id, channel, line }) => [id, channel, line])).toEqual([
    [text, 'text', '3055550100'],
    [mail, 'email', ''],
  ]);
  expect(shown.phones).toMatchObject([{ number: '3055550142', answer: 'no', reason: 'not_registered' }]);
  expect(shown.has_number).toBe(false);
  expect(shown.values).toMatchObject({ first_name: 'Rosa', phone: '(305) 555-0142' });
  expect(shown.values).not.toHaveProperty('city');
  const first = await agent.call(fetchMessages, { body: { contact_id: contact, limit: 3 } });
  expect(first.data.map(({ text, channel }) => [text, channel])).toEqual([
    ['Three', 'text'],
    ['Two', 'text'],
    ['One', 'text'],
  ]);
  const cursor = first.meta.next_cursor ?? '';
  const rest = await agent.call(fetchMessages, { body: { contact_id: contact, cursor } });
  expect(rest).toMatchObject({ data: [{ text: 'A letter', conversation_id: mail }], meta: { next_cursor: null } });
  await expect(agent2.call(showConversation, { body: { contact_id: contact } })).rejects.toMatchObject({ status: 404 });
  await expect(agent2.call(fetchMessages, { body: { contact_id: contact } })).rejects.toMatchObject({ status: 404 });
  await expect(agent.call(fetchMessages, { body: {} })).rejects.toMatchObject({ status: 422 });
  await expect(agent.call(fetchMessages, { body: { contact_id: contact, conversation_id: text } })).rejects.toMatchObject({
    status: 422,
  });
});

test('a flagged conversation waits for a person; a stranger’s becomes a contact’s', async () => {
  const { admin } = company.people;
  const id = await aConversation({ words: ['please stop this'], flagged: true });
  expect(await idsOf(admin, { flagged: true })).toEqual([id]);
  const contact = await aContact(server, company.companyId, { first_name: 'Nina', last_name: 'New', owner_id: admin.userId });
  await admin.call(updateConversation, { params: { id }, body: { contact_id: contact } });
  const seen = await admin.call(readConversation, { body: { id, flagged: false } });
  expect(seen).toMatchObject({ contact: { id: contact, name: 'Nina New' }, flagged: false, unread: false });
  expect(await idsOf(admin, { flagged: true })).toEqual([]);
});

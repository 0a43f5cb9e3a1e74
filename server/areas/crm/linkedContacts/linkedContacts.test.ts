// Linked contacts: seen from both sides, within reach, in both journals, and through a merge.
import { beforeAll, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { mergeContacts, unmergeContacts } from '#contract/contactMerges.ts';
import { listLinkedContacts, updateLinkedContact } from '#contract/linkedContacts.ts';
import type { LinkRelation } from '#contract/linkRelations.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' } });
});

const add = (client: Client, first_name: string, more = {}) =>
  aContact(server, company.companyId, { owner_id: client.userId, first_name, last_name: 'Alvarez', ...more });
const link = (client: Client, id: number, linked_contact_id: number, relation: LinkRelation | null) =>
  client.call(updateLinkedContact, { params: { id }, body: { linked_contact_id, relation } });
const links = async (client: Client, id: number) =>
  (await client.call(listLinkedContacts, { params: { id } })).data.map((each) => [each.name, each.relation]);

test('a child is seen as the parent from the other side, with the day of turning 65', async () => {
  const { agent } = company.people;
  const [rosa, tom] = [await add(agent, 'Rosa', { birth_date: '1964-02-29' }), await add(agent, 'Tom')];
  const { data } = await link(agent, rosa, tom, 'child');
  expect(data).toEqual([{ id: tom, name: 'Tom Alvarez', relation: 'child', turns_65_on: null }]);
  const other = await agent.call(listLinkedContacts, { params: { id: tom } });
  expect(other.data).toEqual([{ id: rosa, name: 'Rosa Alvarez', relation: 'parent', turns_65_on: '2029-02-28' }]);
});

test('is one link, whichever side changes or ends it', async () => {
  const { agent } = company.people;
  const [rosa, tom] = [await add(agent, 'Rosa'), await add(agent, 'Tom')];
  await link(agent, rosa, tom, 'spouse');
  await link(agent, tom, rosa, 'caregiver');
  expect(await links(agent, rosa)).toEqual([['Tom Alvarez', 'cared_for']]);
  await link(agent, rosa, tom, null);
  for (const id of [rosa, tom]) expect(await links(agent, id)).toEqual([]);
  const { data, meta } = await agent.call(listContactTimeline, { params: { id: rosa }, query: {} });
  expect(data.map(({ action }) => action)).toEqual(['unlinked', 'linked', 'linked']);
  expect(data[1]?.changes).toEqual([
    { field: 'relation', before: 'spouse', after: 'cared_for', restorable: false },
    { field: 'linked_contact_id', before: null, after: tom, restorable: false },
  ]);
  expect(meta.names).toEqual({ [`linked_contact_id:${tom}`]: 'Tom Alvarez' });
});

test('takes both contacts in reach, and shows no other; the timeline does not name it either', async () => {
  const { manager, agent, agent2 } = company.people;
  const [rosa, tom] = [await add(agent, 'Rosa'), await add(agent2, 'Tom')];
  for (const [id, other] of [
    [rosa, tom],
    [tom, rosa],
  ] as const)
    await expect(link(agent, id, other, 'spouse')).rejects.toMatchObject({ status: 404 });
  await expect(link(agent, rosa, rosa, 'spouse')).rejects.toMatchObject({ status: 422 });
  await link(manager, rosa, tom, 'spouse');
  expect(await links(manager, rosa)).toHaveLength(1);
  expect(await links(agent, rosa)).toEqual([]);
  const timeline = await agent.call(listContactTimeline, { params: { id: rosa }, query: {} });
  expect(JSON.stringify(timeline)).not.toContain('Tom');
});

test('follows a merge, and comes back with its undo', async () => {
  const { agent } = company.people;
  const [rosa, rose, tom, ana] = [
    await add(agent, 'Rosa'),
    await add(agent, 'Rose'),
    await add(agent, 'Tom'),
    await add(agent, 'Ana'),
  ];
  await link(agent, rose, tom, 'spouse');
  await link(agent, tom, rosa, 'household');
  await link(agent, ana, rose, 'parent');
  await link(agent, rosa, rose, 'household');
  const merged = await agent.call(mergeContacts, { body: { ids: [rosa, rose], survivor_id: rosa } });
  expect(await links(agent, rosa)).toEqual([
    ['Tom Alvarez', 'spouse'],
    ['Ana Alvarez', 'child'],
  ]);
  expect(await links(agent, tom)).toHaveLength(1);
  await agent.call(unmergeContacts, { params: { id: merged.merge_id } });
  expect(await links(agent, rosa)).toEqual([
    ['Rose Alvarez', 'household'],
    ['Tom Alvarez', 'household'],
  ]);
  expect(await links(agent, rose)).toEqual([
    ['Rosa Alvarez', 'household'],
    ['Tom Alvarez', 'spouse'],
    ['Ana Alvarez', 'child'],
  ]);
});

test('a new link of the contact that stayed leaves what the undo of a merge needs', async () => {
  const { agent } = company.people;
  const [rosa, rose, tom] = [await add(agent, 'Rosa'), await add(agent, 'Rose'), await add(agent, 'Tom')];
  await link(agent, rosa, rose, 'household');
  const { merge_id } = await agent.call(mergeContacts, { body: { ids: [rosa, rose], survivor_id: rosa } });
  await link(agent, rosa, tom, 'spouse');
  await link(agent, rosa, tom, null);
  await agent.call(unmergeContacts, { params: { id: merge_id } });
  expect(await links(agent, rosa)).toEqual([['Rose Alvarez', 'household']]);
});

// Groups of contacts that may be one person, through HTTP.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { previewMergeByRule } from '#contract/contactMerges.ts';
import { listContacts } from '#contract/contacts.ts';
import { dismissDuplicates, findDuplicates } from '#contract/duplicates.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { aCompany, aContact, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

type Names = 'admin' | 'agent' | 'agent2';
type Row = Omit<Parameters<typeof aContact>[2], 'owner_id'>;

/** A company of its own, so that no other test's contacts stand in its groups. */
const newCompany = (): Promise<TestCompany<Names>> => aCompany(server, { admin: {}, agent: { holds: ['House'] }, agent2: {} });
const add = ({ companyId, people }: TestCompany<Names>, row: Row, owner: Names = 'agent') =>
  aContact(server, companyId, { owner_id: people[owner].userId, ...row });
const find = (client: Client, body: CallOf<typeof findDuplicates>['body'] = {}) => client.call(findDuplicates, { body });
const idsIn = async (client: Client, body: CallOf<typeof findDuplicates>['body'] = {}) =>
  (await find(client, body)).data.map(({ members }) => members.map(({ contact }) => contact.id));

describe('by name and address', () => {
  test.each([
    ['case and accents', { first_name: 'José', last_name: 'Núñez' }, { first_name: 'JOSE', last_name: 'nunez' }],
    ['signs', { first_name: 'Mary-Ann', last_name: "O'Brien" }, { first_name: 'Mary Ann', last_name: 'OBrien' }],
    ['street words', { address: '12 North Oak Street, Apt. 4' }, { address: '12 N. Oak St #4' }],
    ['the end of a zip code', { zip_code: '33101' }, { zip_code: '33101-2204' }],
  ])('%s do not count', async (_, one, other) => {
    const company = await newCompany();
    const both = { first_name: 'Ann', last_name: 'Lee', address: '12 Oak St', zip_code: '33101' };
    const ids = [await add(company, { ...both, ...one }), await add(company, { ...both, ...other })];
    expect(await idsIn(company.people.agent)).toEqual([ids]);
  });

  test.each([
    ['another street', { address: '12 Elm St' }],
    ['another number', { address: '14 Oak St' }],
    ['another zip code', { zip_code: '90210' }],
    ['another first name', { first_name: 'Anna' }],
    ['no address', { address: '' }],
  ])('%s is another person', async (_, other) => {
    const company = await newCompany();
    const both = { first_name: 'Ann', last_name: 'Lee', address: '12 Oak St', zip_code: '33101' };
    await add(company, both);
    await add(company, { ...both, ...other });
    expect(await idsIn(company.people.agent)).toEqual([]);
  });
});

test('the first and second phone and e-mail match each other, and one group tells all that is shared', async () => {
  const company = await newCompany();
  const first = await add(company, {
    first_name: 'Al',
    last_name: 'Zee',
    phone: '3055550101',
    email: 'Al@example.com',
    birth_date: '1960-01-02',
  });
  const byPhone = await add(company, {
    first_name: 'Al',
    last_name: 'Zee',
    phones: [
      { type: 2, number: '3055550199' },
      { type: 9, number: '3055550101' },
    ],
    birth_date: '1960-01-03',
  });
  const byEmail = await add(company, { first_name: 'Bo', last_name: 'Zee', email: 'al@EXAMPLE.com' });
  const { data, meta } = await find(company.people.agent);
  expect(data.map(({ id }) => id)).toEqual([first]);
  expect(data[0]?.members.map(({ contact, agrees, differs }) => [contact.id, agrees, differs])).toEqual([
    [first, [], []],
    [byPhone, ['phone', 'name'], ['birth_date']],
    [byEmail, ['email'], ['first_name']],
  ]);
  expect(meta).toMatchObject({ total_count: 1, page: 1, limit: 50 });
  expect(await idsIn(company.people.agent, { same_name: true })).toEqual([[first, byPhone]]);
  expect(await idsIn(company.people.agent, { by: ['email'] })).toEqual([[first, byEmail]]);
});

test('the more contacts share, the higher the score', async () => {
  const company = await newCompany();
  const row = { first_name: 'Al', last_name: 'Aay', phone: '3055550101', email: 'al@example.com', birth_date: '1960-01-02' };
  for (let copies = 0; copies < 2; copies++) await add(company, row);
  for (const first_name of ['Cy', 'Di']) await add(company, { first_name, last_name: 'Bee', phone: '3055550202' });
  const { data } = await find(company.people.agent);
  expect(data.map(({ score }) => score)).toEqual([100, 20]);
});

test('groups stand by last name, a page at a time', async () => {
  const company = await newCompany();
  const groups: number[][] = [];
  for (const last_name of ['Carr', 'Abel', 'Bond']) {
    const row = { last_name, phone: `305555010${groups.length}` };
    groups.push([await add(company, row), await add(company, row)]);
  }
  const [carr, abel, bond] = groups;
  const { agent } = company.people;
  expect(await idsIn(agent)).toEqual([abel, bond, carr]);
  expect(await idsIn(agent, { page: 2, limit: 2 })).toEqual([carr]);
  expect((await find(agent, { page: 9, limit: 2 })).meta).toMatchObject({ total_count: 3, total_pages: 2 });
});

test('a contact out of reach, deleted or out of the scope is in no group', async () => {
  const company = await newCompany();
  const { agent, admin } = company.people;
  const row = { last_name: 'Same', phone: '3055550101' };
  const mine = await add(company, row);
  const theirs = await add(company, row, 'agent2');
  await add(company, { ...row, deleted_at: new Date() });
  const pooled = await aContact(server, company.companyId, { ...row, pool_id: company.pools.House ?? 0 });
  expect(await idsIn(agent)).toEqual([]);
  expect(await idsIn(agent, { contacts_scope: { contact_group: 'all_agents' } })).toEqual([]);
  expect(await idsIn(agent, { contacts_scope: { pool_id: 'all' } })).toEqual([[mine, pooled]]);
  expect(await idsIn(admin)).toEqual([[mine, theirs]]);
  expect(
    await idsIn(admin, { contacts_scope: { search: [{ field: 'owner', operator: 'any_of', value: [agent.userId] }] } }),
  ).toEqual([]);
  await expect(find(admin, { contacts_scope: { contact_group: 'deleted' } })).rejects.toMatchObject({ status: 422 });
});

test('of more than ten, ten are shown', async () => {
  const company = await newCompany();
  for (let copies = 0; copies < 12; copies++) await add(company, { last_name: 'Crowd', phone: '3055550101' });
  const { data } = await find(company.people.agent);
  expect(data.map(({ members, more }) => [members.length, more])).toEqual([[10, true]]);
});

test('what a person has told apart stays apart until a new one joins, or they take it back', async () => {
  const company = await newCompany();
  const { agent, agent2 } = company.people;
  const row = { first_name: 'Ann', last_name: 'Twin', phone: '3055550101', email: 'twin@example.com' };
  const ids = [await add(company, row), await add(company, row)];
  await expect(agent2.call(dismissDuplicates, { body: { ids } })).rejects.toMatchObject({ status: 404 });
  await agent.call(dismissDuplicates, { body: { ids } });
  await agent.call(dismissDuplicates, { body: { ids } });
  expect(await idsIn(agent)).toEqual([]);
  expect(await idsIn(agent, { same_name: true })).toEqual([]);
  await agent.call(dismissDuplicates, { body: { ids, dismissed: false } });
  expect(await idsIn(agent)).toEqual([ids]);
  await agent.call(dismissDuplicates, { body: { ids } });
  const third = await add(company, row);
  expect(await idsIn(agent)).toEqual([[...ids, third]]);
});

test('the list of contacts finds candidates by the fields of its scope', async () => {
  const company = await newCompany();
  const both = { first_name: 'Ann', last_name: 'Lee', zip_code: '33101' };
  const ids = [await add(company, { ...both, address: '1 Oak Street' }), await add(company, { ...both, address: '1 OAK ST.' })];
  await add(company, { ...both, address: '2 Oak St' });
  const duplicate = { is_duplicate: true, first_name: true, last_name: true, address: true };
  const { data } = await company.people.agent.call(listContacts, { body: { contacts_scope: { duplicate } } });
  expect(data.map(({ id }) => id)).toEqual(ids);
});

test('thousands of contacts that the planner has no statistics of are grouped in time', async () => {
  const crowd = await aCompany(server, { agent: {} });
  const { agent: owner } = crowd.people;
  await manyContacts(server, crowd.companyId, owner.userId, 3_000);
  await sql`update contacts set first_name = 'N' || id % 2800,
    phones = jsonb_build_array(jsonb_build_object('type', 2, 'number', '305555' || lpad((id % 2800)::text, 4, '0')))
    where company_id = ${crowd.companyId}`.execute(server.operator.db);
  const body = { same_name: true };
  expect(await owner.call(previewMergeByRule, { body })).toEqual({ groups: 200, contacts: 200, left: 0 });
  expect((await owner.call(findDuplicates, { body })).meta.total_count).toBe(200);
});

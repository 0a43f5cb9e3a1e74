// Lists sorted by columns that have no index: up to 10,000 contacts.
import { beforeAll, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { listContacts } from '#contract/contacts.ts';
import { type ContactsScopeInput, contactOrders } from '#contract/contactsScope.ts';
import { aCompany, aContact, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'agent2'>;
const list = (who: Client, contacts_scope: ContactsScopeInput) => who.call(listContacts, { body: { contacts_scope } });
const names = async (scope: ContactsScopeInput, who = company.people.agent) =>
  (await list(who, scope)).data.map((row) => row.first_name).join(' ');

beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, agent2: {} });
  const { companyId, people } = company;
  const { db } = server.operator;
  const row = (table: string, values: object) => insertId(db, table, { company_id: companyId, ...values });
  const [late, early] = [await row('statuses', { title: 'A', position: 10 }), await row('statuses', { title: 'Z', position: 2 })];
  const [fair, web] = [await row('sources', { title: 'fair' }), await row('sources', { title: 'Web' })];
  const [pets, life] = [
    await row('categories', { title: 'A pets', position: 1 }),
    await row('categories', { title: 'Life', position: 0 }),
  ];
  const own = { owner_id: people.agent.userId, last_name: 'Smith' };
  await aContact(server, companyId, {
    ...{ ...own, first_name: 'Ana', phone: '3055550102', email: 'b@example.com', city: 'Álamo', birth_date: '1960-05-01' },
    ...{ status_id: late, source_id: web, category_id: life },
  });
  await aContact(server, companyId, {
    ...{ ...own, first_name: 'bob', phone: '3055550101', email: 'C@example.com', city: 'boise', birth_date: '1950-05-01' },
    ...{ status_id: early, source_id: fair, category_id: pets },
  });
  await aContact(server, companyId, { ...own, first_name: 'Cy' });
});

test.each<[NonNullable<ContactsScopeInput['order_field']>, string]>([
  ['first_name', 'Ana bob Cy'],
  ['phone', 'Cy bob Ana'],
  ['email', 'Cy Ana bob'],
  ['city', 'Cy Ana bob'],
  ['birth_date', 'Cy bob Ana'],
  ['birthday', 'Ana bob Cy'],
  ['status', 'Cy bob Ana'],
  ['source', 'Cy bob Ana'],
  ['category', 'Cy Ana bob'],
  ['owner', 'Ana bob Cy'],
])('by %s, and the other way round', async (order_field, expected) => {
  expect(await names({ order_field })).toBe(expected);
  expect(await names({ order_field, order: 'DESC' })).toBe(expected.split(' ').toReversed().join(' '));
});

test('a colleague’s contact is not placed by what its card hides', async () => {
  const { companyId, people } = company;
  for (const [first_name, last_name, city] of [
    ['Zed', 'Xu', 'Akron'],
    ['Yan', 'Xo', 'Zion'],
  ])
    await aContact(server, companyId, { owner_id: people.agent2.userId, first_name, last_name, city });
  const scope: ContactsScopeInput = { contact_group: 'all_agents', order_field: 'city', q: 'x' };
  expect(await names(scope)).toBe('Yan Zed');
  expect(await names(scope, people.agent2)).toBe('Zed Yan');
});

test.each(contactOrders)('a walk by cursor in the order of %s meets everybody once', async (order_field) => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  await manyContacts(server, companyId, people.agent.userId, 50, 'Walk');
  for (const order of ['ASC', 'DESC'] as const) {
    const met: number[] = [];
    let cursor: string | null = null;
    do {
      const { data, meta } = await list(people.agent, { order_field, order, limit: 20, cursor });
      met.push(...data.map(({ id }) => id));
      cursor = meta.next_cursor;
    } while (cursor);
    expect([met.length, new Set(met).size]).toEqual([50, 50]);
  }
});

test('more than ten thousand contacts are not sorted by such a column, and fewer of them are', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  await manyContacts(server, companyId, people.agent.userId, 10_000);
  await aContact(server, companyId, { owner_id: people.agent.userId, city: 'Reno', last_name: 'More' });
  await expect(list(people.agent, { order_field: 'city' })).rejects.toMatchObject({
    status: 422,
    code: 'contacts.too_many_to_sort',
  });
  expect((await list(people.agent, { order_field: 'last_name' })).data).toHaveLength(50);
  const few: ContactsScopeInput = { search: [{ field: 'city', operator: 'is', value: 'Reno' }], order_field: 'city' };
  expect((await list(people.agent, few)).data).toHaveLength(1);
});

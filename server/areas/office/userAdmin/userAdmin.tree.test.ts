// The tree of people: its levels, what a move changes, and that moves at the same time make no circle.
import { beforeAll, expect, test } from 'vitest';
import { listDownline, previewMove } from '#contract/downline.ts';
import { deactivateUser, getUser, quickUpdateUser, updateUser } from '#contract/userAdmin.ts';
import { aCompany, aContact, type Person } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

const anOffice = () =>
  aCompany(server, {
    admin: {},
    bu_admin: { unit: 'West' },
    manager: {},
    field: { role: 'field_manager', under: 'manager' },
    agent: { under: 'field' },
    other: { role: 'manager' },
    west: { role: 'agent', under: 'manager', unit: 'West' },
  });

const level = async (client: Client, query: object = {}) =>
  (await client.call(listDownline, { query })).data.map(({ name, below }) => [name.split(' ')[0], below]);

test('is read level by level; for a unit’s administrator that unit alone', async () => {
  const { people } = await anOffice();
  const { admin, bu_admin, manager, field } = people;
  expect(await level(admin)).toEqual([
    ['admin', 0],
    ['bu_admin', 0],
    ['manager', 2],
    ['other', 0],
  ]);
  expect(await level(admin, { parent_id: manager.userId })).toEqual([
    ['field', 1],
    ['west', 0],
  ]);
  expect(await level(admin, { parent_id: field.userId })).toEqual([['agent', 0]]);
  const west = (await admin.call(getUser, { params: { id: people.west.userId } })).business_unit.id;
  const ofWest = [
    ['bu_admin', 0],
    ['west', 0],
  ];
  expect(await level(admin, { business_unit_id: west })).toEqual(ofWest);
  expect(await level(bu_admin)).toEqual(ofWest);
  await expect(level(bu_admin, { parent_id: manager.userId })).rejects.toMatchObject({ status: 404 });
});

test('a move says who will see how many contacts', async () => {
  const { companyId, people } = await anOffice();
  const { admin, manager, field, agent, other, west } = people;
  for (const owner_id of [field.userId, agent.userId, agent.userId, west.userId]) await aContact(server, companyId, { owner_id });
  const preview = (person: Person, to?: Person) =>
    admin.call(previewMove, { params: { id: person.userId }, query: to ? { manager_id: to.userId } : {} });
  const named = (person: Person, name: string) => ({ id: person.userId, name: `${name} Tester` });
  expect(await preview(field, other)).toEqual({
    people: 2,
    contacts: 3,
    gained: [named(other, 'other')],
    lost: [named(manager, 'manager')],
  });
  expect(await preview(agent, manager)).toEqual({ people: 1, contacts: 2, gained: [], lost: [named(field, 'field')] });
  expect(await preview(field)).toMatchObject({ gained: [], lost: [named(manager, 'manager')] });
  expect(await preview(field, admin)).toMatchObject({ gained: [], lost: [named(manager, 'manager')] });
  await expect(preview(manager, field)).rejects.toMatchObject({ code: 'users.circle' });
  await expect(preview(field, agent)).rejects.toMatchObject({ status: 422 });
});

test('a move tells those who see other contacts now, and nobody else', async () => {
  const { companyId, people } = await anOffice();
  const { admin, manager, field, other } = people;
  await admin.call(quickUpdateUser, { params: { id: field.userId }, body: { manager_id: other.userId } });
  const told = await server.operator.db
    .selectFrom('outbox')
    .select(['payload', 'recipients'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'cable')
    .execute();
  const lists = told.filter(({ payload }) => (payload as { event: string }).event === 'contacts.changed');
  expect(lists.map(({ recipients }) => new Set(recipients as number[]))).toEqual([
    new Set([field.userId, manager.userId, other.userId]),
  ]);
});

test('a preview does not wait for a running move', async () => {
  const { companyId, people } = await anOffice();
  await server.operator.db.transaction().execute(async (move) => {
    await move.selectFrom('companies').select('company_id').where('company_id', '=', companyId).forUpdate().execute();
    const call = { params: { id: people.field.userId }, query: { manager_id: people.other.userId } };
    expect(await people.admin.call(previewMove, call)).toMatchObject({ people: 2 });
  });
});

test('two moves at the same time make no circle', async () => {
  for (let round = 0; round < 10; round++) {
    const { people } = await aCompany(server, { admin: {}, a: { role: 'manager' }, b: { role: 'manager' } });
    const { admin, a, b } = people;
    const under = (person: Person, manager: Person) =>
      admin.call(quickUpdateUser, { params: { id: person.userId }, body: { manager_id: manager.userId } });
    const results = await Promise.allSettled([under(a, b), under(b, a)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await level(admin)).toHaveLength(2);
  }
});

test('nobody is put below a user who is deactivated at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const { people } = await aCompany(server, { admin: {}, manager: {}, agent: {} });
    const { admin, manager, agent } = people;
    await Promise.allSettled([
      admin.call(updateUser, { params: { id: agent.userId }, body: { manager_id: manager.userId } }),
      admin.call(deactivateUser, { params: { id: manager.userId }, query: {} }),
    ]);
    expect(await admin.call(getUser, { params: { id: agent.userId } })).toMatchObject({ manager: null });
  }
});

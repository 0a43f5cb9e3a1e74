// Favorites: which people one may choose, and where they stand first.
import { beforeAll, describe, expect, test } from 'vitest';
import { listMentionableUsers } from '#contract/contactHistory.ts';
import { createFavorite, deleteFavorite, listColleagues, listFavorites, maxFavorites } from '#contract/favorites.ts';
import { getMe } from '#contract/signIn.ts';
import { listOwners, listUsers, updateUser } from '#contract/userAdmin.ts';
import { listAssignees } from '#contract/users.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let office: TestCompany<'admin' | 'boss' | 'manager' | 'agent' | 'agent2' | 'far' | 'below'>;
beforeAll(async () => {
  server = await aServer();
  office = await aCompany(server, {
    admin: { unit: 'East' },
    boss: { role: 'manager', unit: 'West' },
    manager: { unit: 'East', under: 'boss' },
    agent: { unit: 'East', under: 'manager' },
    agent2: { role: 'agent', unit: 'East' },
    far: { role: 'agent', unit: 'West' },
    below: { role: 'agent', unit: 'West', under: 'manager' },
  });
});

const names = (people: { name: string }[]) => people.map(({ name }) => name.split(' ')[0]);
const add = async (who: Client, other: Client) =>
  names((await who.call(createFavorite, { body: { favorite_id: other.userId } })).data);
const remove = async (who: Client, other: Client) =>
  names((await who.call(deleteFavorite, { body: { favorite_id: other.userId } })).data);

describe('a favorite', () => {
  test('is someone of the own unit, above or below; nobody else is shown or taken', async () => {
    const { admin, agent, manager, far } = office.people;
    const offered = async (who: Client, q = '') => names((await who.call(listColleagues, { query: { q } })).data);
    expect(await offered(agent)).toEqual(['admin', 'agent2', 'boss', 'manager']);
    expect(await offered(manager)).toEqual(['admin', 'agent', 'agent2', 'below', 'boss']);
    expect(await offered(admin)).toEqual(['agent', 'agent2', 'below', 'boss', 'far', 'manager']);
    expect(await offered(agent, 'BOSS')).toEqual(['boss']);
    expect(await offered(agent, '%')).toEqual([]);
    const nobody = { ...agent, userId: 2 ** 40 };
    const stranger = (await aCompany(server, { admin: {} })).people.admin;
    for (const one of [far, agent, nobody, stranger])
      await expect(add(agent, one), String(one.userId)).rejects.toMatchObject({
        status: 422,
        problem: { errors: { favorite_id: ['There is no such colleague'] } },
      });
    expect((await agent.call(listFavorites, {})).data).toEqual([]);
  });

  test('is added once, shown with title and photo, offered no more, and taken away', async () => {
    const { agent, agent2, boss } = office.people;
    expect(await add(agent, boss)).toEqual(['boss']);
    expect(await add(agent, agent2)).toEqual(['agent2', 'boss']);
    expect(await add(agent, boss)).toEqual(['agent2', 'boss']);
    const { data } = await agent.call(listFavorites, {});
    expect(data[1]).toEqual({ id: boss.userId, favorite_id: boss.userId, name: 'boss Tester', title: '', photo: null });
    expect((await agent.call(getMe, {})).favorite_users).toEqual(data);
    expect(names((await agent.call(listColleagues, { query: {} })).data)).toEqual(['admin', 'manager']);
    expect((await agent2.call(listFavorites, {})).data, 'everyone has their own').toEqual([]);
    expect(await remove(agent, agent2)).toEqual(['boss']);
    await expect(remove(agent, agent2)).rejects.toMatchObject({ code: 'not_found' });
    expect(await remove(agent, boss)).toEqual([]);
  });

  test('who has left is not shown, and is a favorite again after coming back', async () => {
    const { agent, agent2 } = office.people;
    await add(agent, agent2);
    const set = (active: boolean) =>
      server.operator.db.updateTable('users').set({ active }).where('id', '=', agent2.userId).execute();
    await set(false);
    expect((await agent.call(listFavorites, {})).data).toEqual([]);
    await expect(add(agent, agent2)).rejects.toMatchObject({ code: 'invalid' });
    await set(true);
    expect(await remove(agent, agent2)).toEqual([]);
  });

  test('who has moved out of reach is not shown, and can still be taken away', async () => {
    const { admin, agent, manager, below } = office.people;
    await add(manager, below);
    await add(manager, agent);
    const place = (manager_id: number | null) => admin.call(updateUser, { params: { id: below.userId }, body: { manager_id } });
    await place(null);
    expect(names((await manager.call(listFavorites, {})).data)).toEqual(['agent']);
    expect(names((await manager.call(getMe, {})).favorite_users)).toEqual(['agent']);
    await place(manager.userId);
    expect(names((await manager.call(listFavorites, {})).data)).toEqual(['agent', 'below']);
    await place(null);
    expect(await remove(manager, below)).toEqual(['agent']);
    await place(manager.userId);
    expect(await remove(manager, agent)).toEqual([]);
  });

  test('there are no more than a hundred', async () => {
    const { companyId, people } = await aCompany(server, { admin: {}, last: { role: 'agent' } });
    const { db } = server.operator;
    const { business_unit_id } = await db
      .selectFrom('users')
      .select('business_unit_id')
      .where('id', '=', people.last.userId)
      .executeTakeFirstOrThrow();
    const users = Array.from({ length: maxFavorites }, (_, number) => ({
      company_id: companyId,
      business_unit_id,
      role: 'agent',
      number: 100 + number,
      email: `${number}@${companyId}.test`,
      username: `${number}@${companyId}.test`,
      first_name: 'One',
      last_name: String(number),
    }));
    const added = await db.insertInto('users').values(users).returning('id').execute();
    await db
      .insertInto('favorite_users')
      .values(added.map(({ id }) => ({ company_id: companyId, user_id: people.admin.userId, favorite_id: id })))
      .execute();
    await expect(add(people.admin, people.last)).rejects.toMatchObject({ status: 422 });
    expect((await people.admin.call(listFavorites, {})).data).toHaveLength(maxFavorites);
  });
});

test('favorites stand first in every list to choose people from, and in the order of the rest among themselves', async () => {
  const { admin, agent2, below } = office.people;
  const lists = async () => ({
    assignees: names((await admin.call(listAssignees, { query: {} })).data),
    users: names((await admin.call(listUsers, { query: { favorites_first: true } })).data),
    owners: names((await admin.call(listOwners, { query: {} })).data),
    mentions: names((await admin.call(listMentionableUsers, { params: { id: contact }, query: { q: '' } })).data),
  });
  const contact = await aContact(server, office.companyId, { owner_id: below.userId });
  const before = await lists();
  expect(before.assignees.slice(0, 2)).not.toEqual(['agent2', 'below']);
  await add(admin, below);
  await add(admin, agent2);
  const after = await lists();
  for (const list of ['assignees', 'users', 'owners'] as const) {
    expect(after[list].slice(0, 2), list).toEqual(['agent2', 'below']);
    expect(after[list].slice(2), list).toEqual(before[list].filter((name) => name !== 'agent2' && name !== 'below'));
  }
  expect(after.mentions[0]).toBe('below');
  expect(names((await admin.call(listUsers, { query: {} })).data), 'the list of users keeps its order').toEqual(before.users);
});

// Assigning a contact: by a leader within the team, into a pool, and out of one to the first user who takes it.
import { beforeAll, describe, expect, test } from 'vitest';
import { assignContactToMe, updateContact } from '#contract/contacts.ts';
import { journalOf, openContact, storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'manager' | 'agent' | 'agent2' | 'pool_holder'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, {
    manager: { holds: ['Team'] },
    agent: { under: 'manager', holds: ['Web'] },
    agent2: { under: 'manager' },
    pool_holder: { holds: ['House'] },
  });
});

const aContactOf = (client: Client, columns: Parameters<typeof aContact>[2] = {}) =>
  aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa', last_name: 'Alvarez', ...columns });
const at = (id: number) => ({ params: { id } });

describe('handing over', () => {
  test('a manager hands a contact to another of the team, or into a pool, and back', async () => {
    const { manager, agent, agent2 } = company.people;
    const id = await aContactOf(agent);
    const move = (body: object) => manager.call(updateContact, { ...at(id), body });
    expect(await move({ owner_id: agent2.userId })).toMatchObject({ owner: { id: agent2.userId }, pool: null });
    await expect(openContact(agent, id)).rejects.toMatchObject({ status: 404 });
    expect(await move({ pool_id: company.pools.Team })).toMatchObject({ owner: null, pool: { name: 'Team' } });
    expect(await move({ owner_id: agent.userId })).toMatchObject({ owner: { id: agent.userId }, pool: null });
    expect((await journalOf(server, id)).map(({ action, after }) => [action, after])).toEqual([
      ['assigned', { owner_id: agent2.userId }],
      ['assigned', { owner_id: null, pool_id: company.pools.Team }],
      ['assigned', { owner_id: agent.userId, pool_id: null }],
    ]);
  });

  test('an agent hands a contact to nobody but a pool that is held', async () => {
    const { agent, agent2 } = company.people;
    const id = await aContactOf(agent);
    await expect(agent.call(updateContact, { ...at(id), body: { owner_id: agent2.userId } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(agent.call(updateContact, { ...at(id), body: { pool_id: company.pools.House } })).rejects.toMatchObject({
      status: 422,
    });
    expect(await agent.call(updateContact, { ...at(id), body: { pool_id: company.pools.Web } })).toMatchObject({ owner: null });
  });

  test('who leaves the company’s lists gets no contact any more', async () => {
    const { manager, agent, agent2 } = company.people;
    const id = await aContactOf(agent);
    const active = (value: boolean) =>
      server.operator.db.updateTable('users').set({ active: value }).where('id', '=', agent2.userId).execute();
    await active(false);
    await expect(manager.call(updateContact, { ...at(id), body: { owner_id: agent2.userId } })).rejects.toMatchObject({
      status: 422,
    });
    await active(true);
  });

  test('a contact of a pool is taken over by one of two who try', async () => {
    const { manager, pool_holder, agent, agent2 } = company.people;
    const { companyId, pools } = company;
    await server.operator.db
      .insertInto('pool_holders')
      .values({ company_id: companyId, pool_id: pools.Web ?? 0, user_id: agent2.userId })
      .execute();
    const id = await aContactOf(agent, { owner_id: null, pool_id: pools.Web ?? 0 });
    expect(await openContact(agent, id)).toMatchObject({ can: { assign_to_me: true } });
    await expect(pool_holder.call(assignContactToMe, at(id))).rejects.toMatchObject({ status: 404 });
    const results = await Promise.allSettled([agent.call(assignContactToMe, at(id)), agent2.call(assignContactToMe, at(id))]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { owner_id, pool_id } = await storedContact(server, id);
    expect([agent.userId, agent2.userId]).toContain(owner_id);
    expect(pool_id).toBeNull();
    expect(await manager.call(assignContactToMe, at(id))).toMatchObject({
      owner: { id: manager.userId },
      can: { assign_to_me: false },
    });
    await expect(manager.call(assignContactToMe, at(id))).rejects.toMatchObject({ status: 409, code: 'contacts.already_yours' });
  });
});

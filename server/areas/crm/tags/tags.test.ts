// Tags through HTTP: searched with counts in a scope, made, put on one contact. On many: bulk.test.ts.
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { createTag, searchTags, updateTagsSingle } from '#contract/tags.ts';
import { aCompany, aContact, aTag, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'basic'>;
let stranger: TestCompany<'admin'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {}, basic: {} });
  stranger = await aCompany(server, { admin: {} });
});

const search = (client: Client, q = '', scope: ContactsScopeInput | null = null) =>
  client.call(searchTags, { body: { q, contacts_scope: scope } });

describe('searching', () => {
  let hot: number;
  beforeAll(async () => {
    const { companyId, people } = company;
    hot = await aTag(server, companyId, 'Hot lead');
    await aTag(server, companyId, 'Éclair 100%');
    await aTag(server, stranger.companyId, 'Hot abroad');
    await aContact(server, companyId, { owner_id: people.agent.userId, first_name: 'Ana', tags: [hot] });
    await aContact(server, companyId, { owner_id: people.agent.userId, first_name: 'Ann', tags: [hot] });
    await aContact(server, companyId, { owner_id: people.agent2.userId, first_name: 'Ann', tags: [hot] });
    await aContact(server, companyId, { owner_id: people.agent.userId, first_name: 'Gone', tags: [hot], deleted_at: new Date() });
  });
  const names = async (q: string) => (await search(company.people.agent, q)).data.map((tag) => tag.name);

  test('finds a part of the name, in any case and without accents, in the own company', async () => {
    expect(await names('')).toEqual(['Éclair 100%', 'Hot lead']);
    expect(await names('HOT')).toEqual(['Hot lead']);
    expect(await names('eclair')).toEqual(['Éclair 100%']);
    expect(await names('%')).toEqual(['Éclair 100%']);
    expect(await names('_')).toEqual([]);
  });

  test('counts within the scope, and within one’s reach', async () => {
    const count = async (client: Client, scope: ContactsScopeInput) =>
      (await search(client, 'hot', scope)).data.map((tag) => [tag.contacts_count, tag.contacts_count_capped]);
    const { admin, agent, agent2 } = company.people;
    expect(await count(admin, {})).toEqual([[3, false]]);
    expect(await count(agent, {})).toEqual([[2, false]]);
    expect(await count(agent, { q: 'ana' })).toEqual([[1, false]]);
    expect(await count(agent, { contact_group: 'deleted' })).toEqual([[1, false]]);
    expect(await count(agent2, { contact_group: 'all_agents' }), 'what limited cards hide is not counted').toEqual([[1, false]]);
    expect((await search(agent, 'hot')).data).toMatchObject([{ contacts_count: null }]);
  });

  test('stops counting at a thousand', async () => {
    const crowd = await aCompany(server, { agent: {} });
    const tag = await aTag(server, crowd.companyId, 'all');
    await manyContacts(server, crowd.companyId, crowd.people.agent.userId, 1001);
    await server.operator.db
      .updateTable('contacts')
      .set({ tags: [tag] })
      .where('company_id', '=', crowd.companyId)
      .execute();
    expect((await search(crowd.people.agent, '', {})).data).toMatchObject([
      { contacts_count: 1000, contacts_count_capped: true },
    ]);
  });
});

describe('making', () => {
  test('a tag, with a colour, once', async () => {
    const { agent } = company.people;
    const tag = await agent.call(createTag, { body: { name: '  Turning 65 ', color: 'purple' } });
    expect(tag).toEqual({ id: expect.any(Number), name: 'Turning 65', color: 'purple' });
    for (const name of ['Turning 65', 'turning 65', 'TÚRNING 65'])
      await expect(agent.call(createTag, { body: { name } })).rejects.toMatchObject({
        status: 409,
        code: 'tags.name_taken',
        problem: { errors: { name: ['A tag with this name exists already'] } },
      });
    expect(await stranger.people.admin.call(createTag, { body: { name: 'Turning 65' } })).toMatchObject({ color: 'gray' });
  });

  test('by two at once makes one', async () => {
    const make = (client: Client) => client.call(createTag, { body: { name: 'Raced' } });
    const results = await Promise.allSettled([make(company.people.agent), make(company.people.agent2)]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is told what is wrong', async () => {
    const make = (body: object) => company.people.agent.call(createTag, { body: body as { name: string } });
    await expect(make({ name: ' ' })).rejects.toMatchObject({ problem: { errors: { name: ['Give the tag a name'] } } });
    await expect(make({ name: 'x'.repeat(61) })).rejects.toMatchObject({ status: 422 });
    await expect(make({ name: 'x', color: 'beige' })).rejects.toMatchObject({
      problem: { errors: { color: [expect.any(String)] } },
    });
  });
});

describe('on one contact', () => {
  const set = (client: Client, id: number, tags: number[]) => client.call(updateTagsSingle, { body: { id, tags } });

  test('the given tags and no others, by name; the same again changes nothing', async () => {
    const { companyId, people } = company;
    const [b, a] = [await aTag(server, companyId, 'bee'), await aTag(server, companyId, 'ant')];
    const id = await aContact(server, companyId, { owner_id: people.agent.userId, first_name: 'Ana' });
    expect(await set(people.agent, id, [b, a, b])).toMatchObject({ id, version: 2, tags: [{ name: 'ant' }, { name: 'bee' }] });
    expect(await set(people.agent, id, [a, b])).toMatchObject({ version: 2 });
    expect(await set(people.agent, id, [b])).toMatchObject({ version: 3, tags: [{ name: 'bee' }] });
    expect(await set(people.agent, id, [])).toMatchObject({ version: 4, tags: [] });
    const changes = await server.operator.db
      .selectFrom('contact_changes')
      .select(['action', 'before', 'after'])
      .where('contact_id', '=', id)
      .orderBy('id')
      .execute();
    expect(changes).toEqual([
      { action: 'tagged', before: { tags: [] }, after: { tags: expect.arrayContaining([a, b]) } },
      { action: 'tagged', before: { tags: expect.arrayContaining([a, b]) }, after: { tags: [b] } },
      { action: 'tagged', before: { tags: [b] }, after: { tags: [] } },
    ]);
  });

  test('in reach, alive, and with the company’s own tags', async () => {
    const { companyId, people } = company;
    const tag = await aTag(server, companyId, 'own');
    const foreign = await aTag(server, stranger.companyId, 'foreign');
    const id = await aContact(server, companyId, { owner_id: people.agent.userId, first_name: 'Ana' });
    const gone = await aContact(server, companyId, { owner_id: people.agent.userId, first_name: 'Ana', deleted_at: new Date() });
    await expect(set(people.agent, id, [foreign])).rejects.toMatchObject({
      problem: { errors: { tags: ['One of these tags no longer exists'] } },
    });
    await expect(set(people.agent2, id, [tag])).rejects.toMatchObject({ status: 404 });
    await expect(set(people.agent, gone, [tag])).rejects.toMatchObject({ status: 403 });
  });
});

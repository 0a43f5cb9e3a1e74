// Tags on many contacts: asked for through HTTP, done by the worker, watched until it ends.
import { beforeAll, describe, expect, test } from 'vitest';
import { type BulkAction, getBulkAction, listBulkActions } from '#contract/bulk.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { updateTagsGroup } from '#contract/tags.ts';
import { aCompany, aContact, aTag, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
let company: TestCompany<'manager' | 'agent' | 'agent2' | 'basic'>;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: {}, basic: {} });
});

type Asked = CallOf<typeof updateTagsGroup>['body'];

async function run(client: Client, body: Asked): Promise<BulkAction> {
  const { id } = await client.call(updateTagsGroup, { body });
  return until(async () => {
    const action = await client.call(getBulkAction, { params: { id } });
    return action.finished_at ? action : null;
  });
}

const newTag = () => aTag(server, company.companyId, crypto.randomUUID());
const someContacts = (client: Client, names: string[], columns: object = {}) =>
  Promise.all(
    names.map((last_name) =>
      aContact(server, company.companyId, { owner_id: client.userId, first_name: 'B', last_name, ...columns }),
    ),
  );
const taggedWith = async (tag: number) => {
  const rows = await server.operator.db
    .selectFrom('contacts')
    .select(['last_name', 'tags'])
    .where('company_id', '=', company.companyId)
    .orderBy('last_name')
    .execute();
  return rows.filter((row) => row.tags.includes(tag)).map((row) => row.last_name);
};

describe('a selection', () => {
  test('of ids: those, alive and in reach, and no others', async () => {
    const { agent, agent2 } = company.people;
    const tag = await newTag();
    const own = await someContacts(agent, ['ids a', 'ids b', 'ids c']);
    const foreign = await someContacts(agent2, ['ids other']);
    const gone = await someContacts(agent, ['ids gone'], { deleted_at: new Date() });
    const action = await run(agent, { ids: [...own.slice(0, 2), ...foreign, ...gone, 999_999_999], tags: [tag] });
    expect(action).toMatchObject({
      operation: 'tag',
      status: 'complete',
      total: 3,
      done: 3,
      changed: 2,
      error: null,
      can: { cancel: false },
    });
    expect(await taggedWith(tag)).toEqual(['ids a', 'ids b']);
  });

  test('of everything in a scope, but some', async () => {
    const { agent } = company.people;
    const tag = await newTag();
    const [, spared] = await someContacts(agent, ['all a', 'all b', 'all c', 'all d'], { city: 'Allville' });
    const scope = { search: [{ field: 'city', operator: 'is' as const, value: 'Allville' }] };
    await someContacts(agent, ['all elsewhere']);
    const action = await run(agent, { all: true, except_ids: [spared ?? 0], contacts_scope: scope, tags: [tag] });
    expect(action).toMatchObject({ status: 'complete', total: 3, done: 3, changed: 3 });
    expect(await taggedWith(tag)).toEqual(['all a', 'all c', 'all d']);
  });

  test.each([
    ['first', 'ASC', ['n a', 'n b']],
    ['last', 'ASC', ['n d', 'n e']],
    ['first', 'DESC', ['n d', 'n e']],
    ['last', 'DESC', ['n a', 'n b']],
  ] as const)('of the %s two, %s', async (type, order, expected) => {
    const { agent } = company.people;
    const tag = await newTag();
    const city = `Town ${tag}`;
    await someContacts(agent, ['n c', 'n a', 'n e', 'n b', 'n d'], { city });
    const search = [{ field: 'city', operator: 'is' as const, value: city }];
    const action = await run(agent, { all: true, contacts_scope: { search, order, select_n: 2, type }, tags: [tag] });
    expect(action).toMatchObject({ total: 2, done: 2, changed: 2 });
    expect(await taggedWith(tag)).toEqual(expected);
  });

  test('of colleagues’ cards reaches none of them', async () => {
    const { agent2 } = company.people;
    const tag = await newTag();
    const action = await run(agent2, { all: true, contacts_scope: { contact_group: 'all_agents' }, tags: [tag] });
    expect(action).toMatchObject({ status: 'complete', total: 1 });
    expect(await taggedWith(tag)).toEqual(['ids other']);
  });

  test('of nobody ends at once', async () => {
    const action = await run(company.people.agent, { all: true, contacts_scope: { q: 'nobody at all' }, tags: [await newTag()] });
    expect(action).toMatchObject({ status: 'complete', total: 0, done: 0, changed: 0 });
  });
});

test('tags are added and removed in one go, and only what changes is counted and journalled', async () => {
  const { agent } = company.people;
  const [add, remove, stays] = [await newTag(), await newTag(), await newTag()];
  const [both] = await someContacts(agent, ['both'], { tags: [remove, stays] });
  const [done] = await someContacts(agent, ['done'], { tags: [add] });
  const action = await run(agent, { ids: [both ?? 0, done ?? 0], tags: [add], remove_tags: [remove] });
  expect(action).toMatchObject({ total: 2, done: 2, changed: 1 });
  const row = await server.operator.db
    .selectFrom('contacts')
    .select(['tags', 'version'])
    .where('id', '=', both ?? 0)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ tags: [add, stays].toSorted((a, b) => a - b), version: 2 });
  const changes = await server.operator.db
    .selectFrom('contact_changes')
    .select(['contact_id', 'action', 'actor_id', 'before', 'after'])
    .where('bulk_action_id', '=', action.id)
    .execute();
  expect(changes).toEqual([
    { contact_id: both, action: 'tagged', actor_id: agent.userId, before: { tags: [remove, stays] }, after: { tags: row.tags } },
  ]);
});

test('several thousand go in batches, all of them', async () => {
  const crowd = await aCompany(server, { agent: {} });
  const { agent } = crowd.people;
  await manyContacts(server, crowd.companyId, agent.userId, 2_500);
  const tag = await aTag(server, crowd.companyId, 'crowd');
  expect(await run(agent, { all: true, tags: [tag] })).toMatchObject({
    status: 'complete',
    total: 2500,
    done: 2500,
    changed: 2500,
  });
});

describe('asking', () => {
  test('needs a selection and a tag of one’s own company', async () => {
    const { agent } = company.people;
    const stranger = await aCompany(server, { agent: {} });
    const foreign = await aTag(server, stranger.companyId, 'foreign');
    const ask = (body: Asked) => agent.call(updateTagsGroup, { body });
    await expect(ask({ tags: [await newTag()] })).rejects.toMatchObject({
      problem: { errors: { ids: ['Choose at least one contact'] } },
    });
    await expect(ask({ all: true })).rejects.toMatchObject({ problem: { errors: { tags: ['Choose a tag'] } } });
    await expect(ask({ all: true, tags: [foreign] })).rejects.toMatchObject({
      problem: { errors: { tags: ['One of these tags no longer exists'] } },
    });
  });

  test('with a scope that cannot be resolved fails at once, not in the job', async () => {
    const { agent, agent2 } = company.people;
    const scope = { downline_user_id: agent2.userId };
    await expect(
      agent.call(updateTagsGroup, { body: { all: true, contacts_scope: scope, tags: [await newTag()] } }),
    ).rejects.toMatchObject({
      status: 422,
    });
  });
});

test('one sees one’s own actions; a leader sees everybody’s', async () => {
  const { manager, agent, agent2 } = company.people;
  const { id } = await run(agent, { all: true, contacts_scope: { q: 'nobody' }, tags: [await newTag()] });
  const listed = async (client: Client) => (await client.call(listBulkActions, { query: {} })).data.map((action) => action.id);
  expect(await listed(agent)).toContain(id);
  expect(await listed(manager)).toContain(id);
  expect(await listed(agent2)).not.toContain(id);
  await expect(agent2.call(getBulkAction, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

// Saved views: who sees and changes which, their order, their counts, what they name and no longer exists, and what a leaver leaves.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { countScopes } from '#areas/crm/contacts/contacts.service.ts';
import { listContacts } from '#contract/contacts.ts';
import { ContactsScope } from '#contract/contactsScope.ts';
import { createPolicy } from '#contract/policies.ts';
import { maxSavedViews, maxSharedViews } from '#contract/savedViewLists.ts';
import {
  countSavedViews,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedViewCreate,
  updateSavedView,
} from '#contract/savedViews.ts';
import { getMe } from '#contract/signIn.ts';
import { deactivateUser } from '#contract/userAdmin.ts';
import { inTenant } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { aCompany, aContact, aStatus, aTag, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, send, type TestServer } from '#tests/support/server.ts';

type Name = 'admin' | 'bu_admin' | 'manager' | 'agent' | 'agent2' | 'stranger' | 'leaver' | 'heir';
let server: TestServer;
let company: TestCompany<Name>;
let people: TestCompany<Name>['people'];

beforeAll(async () => {
  server = await aServer();
  company = await aCompany<Name>(server, {
    admin: {},
    bu_admin: { unit: 'West' },
    manager: {},
    agent: { under: 'manager' },
    agent2: { under: 'manager' },
    stranger: { role: 'agent', unit: 'West' },
    leaver: { role: 'manager' },
    heir: { role: 'manager' },
  });
  people = company.people;
});

let made = 0;
const save = (client: Client, body: Partial<SavedViewCreate> = {}) =>
  client.call(createSavedView, { body: { name: `View ${++made}`, ...body } });
const idsOf = async (client: Client) => (await client.call(listSavedViews, {})).data.map(({ id }) => id);
const change = (client: Client, id: number, body: object) =>
  send(server.app, client.headers, updateSavedView, { params: { id }, body }).then((answer) => ({
    status: answer.statusCode,
    ...answer.json<{ code?: string; data?: unknown; name?: string }>(),
  }));

describe('a view', () => {
  test('keeps its scope, columns and layout, without a page or a selection', async () => {
    const scope = {
      q: 'rosa',
      search: [{ field: 'city', operator: 'is' as const, value: 'Miami' }],
      order_field: 'created_at' as const,
      order: 'DESC' as const,
      limit: 7,
      page: 3,
      select_n: 10,
    };
    const view = await save(people.agent, {
      name: ' Miami ',
      scope: scope as never,
      columns: ['phone', 'tags'],
      layout: 'board',
    });
    expect(view).toMatchObject({
      name: 'Miami',
      shared: false,
      owner: { id: people.agent.userId },
      scope: { q: 'rosa', search: scope.search, order_field: 'created_at', order: 'DESC', limit: 50, page: 1, select_n: null },
      columns: ['phone', 'tags'],
      layout: 'board',
      gone: [],
      can: { update: true, delete: true, share: false },
    });
    const changed = await people.agent.call(updateSavedView, { params: { id: view.id }, body: { name: 'Miami leads' } });
    expect(changed).toEqual({ ...view, name: 'Miami leads', version: 2, updated_at: changed.updated_at });
    await people.agent.call(deleteSavedView, { params: { id: view.id } });
    expect(await idsOf(people.agent)).not.toContain(view.id);
    expect((await change(people.agent, view.id, { name: 'Again' })).status).toBe(404);
  });

  test('has a name of its own among those of its owner', async () => {
    const [first, second] = [await save(people.agent, { name: 'Renewals' }), await save(people.agent)];
    const taken = { status: 409, code: 'saved_views.name_taken' };
    expect((await send(server.app, people.agent.headers, createSavedView, { body: { name: 'RENEWALS' } })).json()).toMatchObject(
      taken,
    );
    expect(await change(people.agent, second.id, { name: 'renewals' })).toMatchObject(taken);
    expect(await change(people.agent, first.id, { name: 'renewals' })).toMatchObject({ status: 200, name: 'renewals' });
    await save(people.agent2, { name: 'Renewals' });
    expect((await send(server.app, people.agent.headers, createSavedView, { body: { name: ' ' } })).statusCode).toBe(422);
  });

  test('is among so many at most', async () => {
    const own = (await idsOf(people.heir)).length;
    for (let more = own; more < maxSavedViews; more++) await save(people.heir);
    expect((await send(server.app, people.heir.headers, createSavedView, { body: { name: 'More' } })).json()).toMatchObject({
      status: 409,
      code: 'saved_views.too_many',
    });
    for (const id of await idsOf(people.heir)) await people.heir.call(deleteSavedView, { params: { id } });
  });

  test('stands in the order of its owner, also in the signed-in user', async () => {
    const client = people.bu_admin;
    const [a, b, c] = [await save(client), await save(client), await save(client)];
    expect(await idsOf(client)).toEqual([a.id, b.id, c.id]);
    const moved = await client.call(updateSavedView, { params: { id: c.id }, body: { position: 0 } });
    expect(moved.version).toBe(c.version);
    expect(await idsOf(client)).toEqual([c.id, a.id, b.id]);
    const { quick_filters } = await client.call(getMe, {});
    expect(quick_filters).toEqual([c, a, b].map(({ id, name }) => ({ id, name, shared: false })));
  });

  test('that somebody changed meanwhile is not overwritten', async () => {
    const view = await save(people.agent, { name: 'Contested' });
    const theirs = await people.agent.call(updateSavedView, {
      params: { id: view.id },
      body: { columns: ['email'], version: view.version },
    });
    const refused = await change(people.agent, view.id, { columns: ['tags'], version: view.version });
    expect(refused).toMatchObject({ status: 409, code: 'saved_views.stale', data: { current: theirs } });
    expect(await change(people.agent, view.id, { columns: ['tags'], version: theirs.version })).toMatchObject({ status: 200 });
  });
});

describe('a shared view', () => {
  test('is seen by the people in its owner’s reach and by those who reach the owner, and by nobody else', async () => {
    const [hidden, shown] = [await save(people.manager), await save(people.manager, { shared: true })];
    const office = await save(people.admin, { shared: true });
    const west = await save(people.bu_admin, { shared: true });
    const seen = async (client: Client) =>
      (await idsOf(client)).filter((id) => [hidden, shown, office, west].some((view) => view.id === id));
    expect(await seen(people.manager)).toEqual([hidden.id, shown.id, office.id]);
    expect(new Set(await seen(people.agent))).toEqual(new Set([shown.id, office.id]));
    expect(new Set(await seen(people.stranger))).toEqual(new Set([office.id, west.id]));
    expect(new Set(await seen(people.admin))).toEqual(new Set([shown.id, office.id, west.id]));
    expect((await change(people.stranger, shown.id, { name: 'Mine' })).status).toBe(404);
  });

  test('is shared by leaders alone, and is changed and deleted by its owner and those who lead the owner', async () => {
    const body = { name: 'For all', shared: true };
    expect((await send(server.app, people.agent.headers, createSavedView, { body })).statusCode).toBe(403);
    const own = await save(people.agent);
    expect((await change(people.agent, own.id, { shared: true })).status).toBe(403);

    const view = await save(people.manager, { shared: true });
    const asSeenBy = async (client: Client) => (await client.call(listSavedViews, {})).data.find(({ id }) => id === view.id)?.can;
    expect(await asSeenBy(people.manager)).toEqual({ update: true, delete: true, share: true });
    expect(await asSeenBy(people.agent)).toEqual({ update: false, delete: false, share: false });
    expect(await asSeenBy(people.admin)).toEqual({ update: true, delete: true, share: false });
    expect((await change(people.agent, view.id, { name: 'Ours' })).status).toBe(403);
    expect((await send(server.app, people.agent.headers, deleteSavedView, { params: { id: view.id } })).statusCode).toBe(403);
    expect(await change(people.admin, view.id, { name: 'Reviewed' })).toMatchObject({
      status: 200,
      updated_by: { id: people.admin.userId },
    });
    expect((await change(people.admin, view.id, { shared: false })).status).toBe(403);
    expect((await change(people.admin, view.id, { position: 0 })).status).toBe(403);
    expect((await change(people.manager, view.id, { shared: false })).status).toBe(200);
    expect(await idsOf(people.agent)).not.toContain(view.id);
  });

  test('is taken over by the successor of a user who leaves; private ones are not', async () => {
    const [hidden, shown] = [await save(people.leaver), await save(people.leaver, { shared: true })];
    await people.admin.call(deactivateUser, { params: { id: people.leaver.userId }, query: { owner_id: people.heir.userId } });
    const ids = await idsOf(people.heir);
    expect(ids).toContain(shown.id);
    expect(ids).not.toContain(hidden.id);
    expect(await idsOf(people.admin)).not.toContain(hidden.id);
  });
});

describe('the counts', () => {
  test('are those of the list, for the user who asks', async () => {
    const of = { first_name: 'Rosa', city: 'Counted' };
    for (const { userId } of [people.agent, people.agent, people.agent2])
      await aContact(server, company.companyId, { ...of, owner_id: userId });
    const scope = { search: [{ field: 'city', operator: 'is' as const, value: 'Counted' }] };
    const view = await save(people.manager, { shared: true, scope: scope as never });
    const none = await save(people.manager, { scope: { q: 'nobody at all' } as never });
    for (const [client, total] of [
      [people.manager, 3],
      [people.agent, 2],
    ] as const) {
      const { meta } = await client.call(listContacts, { body: { contacts_scope: view.scope, meta_only: true } });
      expect(meta.total_count).toBe(total);
      const { data } = await client.call(countSavedViews, { query: { ids: [view.id, none.id] } });
      expect(data[0]).toEqual({ id: view.id, total, capped: false });
      expect(data.slice(1)).toEqual(client === people.manager ? [{ id: none.id, total: 0, capped: false }] : []);
    }
    expect(await people.stranger.call(countSavedViews, { query: { ids: [view.id] } })).toEqual({ data: [] });
  });

  test('are left out where a view names what is gone or out of reach; the others count', async () => {
    const field = await save(people.agent, {
      scope: { search: [{ field: 'custom:999999', operator: 'is', value: 'x' }] } as never,
    });
    const person = await save(people.agent, { scope: { downline_user_id: people.stranger.userId } as never });
    const all = await save(people.agent);
    const { data } = await people.agent.call(countSavedViews, { query: { ids: [field.id, person.id, all.id] } });
    expect(data.map(({ total }) => total)).toEqual([null, null, expect.any(Number)]);
    expect(field.gone).toEqual([{ field: 'custom:999999', id: 999_999 }]);
  });
});

test('the count of one that is slow or fails takes none of the others down', async () => {
  const session = await authenticate(server.platform, people.agent.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  const counts = await inTenant({ ...server.platform, platform: server.platform, actor: session.actor }, (tx) => {
    let counted = 0;
    // The second of them fails in the database, as one that is stopped after its time does.
    const failing = tx.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows[0] && 'count' in result.rows[0] && ++counted === 2) await sql`select 1 / 0`.execute(tx.db);
        return result;
      },
    });
    return countScopes(
      { ...tx, db: failing },
      [{}, {}, {}].map((scope) => ContactsScope.parse(scope)),
    );
  });
  const [first, second, third] = counts.map(({ total }) => total);
  expect([first, second]).toEqual([expect.any(Number), null]);
  expect(third).toBe(first);
});

test('the number of a policy is not kept in a view', async () => {
  const { companyId } = company;
  const id = await aContact(server, companyId, { owner_id: people.agent.userId });
  const number = 'PN-4711-0815';
  await people.agent.call(createPolicy, { params: { id }, body: { data: { product: 'Term', status: 'in_force', number } } });
  const scopes = [{ q: number }, { q: 'pn 47110815' }, { search: [number] }, { q: 'Rosa', search: [number] }];
  for (const scope of scopes) {
    const body = { name: 'By number', scope: scope as never };
    expect((await send(server.app, people.agent.headers, createSavedView, { body })).json(), JSON.stringify(scope)).toMatchObject(
      {
        status: 422,
        code: 'saved_views.policy_number',
      },
    );
  }
  const view = await save(people.agent, { scope: { q: 'PN-4711-0816' } as never });
  expect(await change(people.agent, view.id, { scope: { q: number } })).toMatchObject({ code: 'saved_views.policy_number' });
  expect(await change(people.agent, view.id, { scope: { q: 'Rosa' } })).toMatchObject({ status: 200 });
});

test('the team shares a hundred views: one more is refused, and all of them are listed', async () => {
  const own = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' } });
  const { admin, manager, agent } = own.people;
  const rows = Array.from({ length: maxSharedViews }, (_, nth) => ({
    company_id: own.companyId,
    owner_id: nth < 30 ? manager.userId : admin.userId,
    updated_by: admin.userId,
    name: `Shared ${nth}`,
    private: false,
    scope: '{}',
    columns: [],
    layout: 'list',
    position: nth,
  }));
  await server.operator.db.insertInto('saved_views').values(rows).execute();
  expect((await agent.call(listSavedViews, {})).data).toHaveLength(maxSharedViews);
  const refused = { status: 409, code: 'saved_views.too_many_shared' };
  const one = await save(manager);
  const body = { name: 'One more', shared: true };
  expect((await send(server.app, manager.headers, createSavedView, { body })).json()).toMatchObject(refused);
  expect(await change(manager, one.id, { shared: true })).toMatchObject(refused);
  const [shared] = (await manager.call(listSavedViews, {})).data.filter(
    ({ owner, shared }) => shared && owner.id === manager.userId,
  );
  expect(await change(manager, shared?.id ?? 0, { shared: true })).toMatchObject({ status: 200 });
  await manager.call(deleteSavedView, { params: { id: shared?.id ?? 0 } });
  expect(await change(manager, one.id, { shared: true })).toMatchObject({ status: 200 });
});

test('a view that names what was deleted says so, and still opens', async () => {
  const { companyId } = company;
  const [hot, status, kept] = [
    await aTag(server, companyId, 'hot'),
    await aStatus(server, companyId, 'Gone soon'),
    await aStatus(server, companyId, 'Kept'),
  ];
  const search = [
    { field: 'tags', operator: 'any_of', value: [hot] },
    { field: 'status', operator: 'none_of', value: [status, kept] },
    { field: 'tags', operator: 'is_empty', value: null },
  ];
  const view = await save(people.agent2, { scope: { search } as never });
  expect(view.gone).toEqual([]);
  const { db } = server.operator;
  await db.deleteFrom('tags').where('id', '=', hot).execute();
  await db.deleteFrom('statuses').where('id', '=', status).execute();
  const [listed] = (await people.agent2.call(listSavedViews, {})).data.filter(({ id }) => id === view.id);
  expect(listed?.gone).toEqual([
    { field: 'tags', id: hot },
    { field: 'status', id: status },
  ]);
  const answer = await send(server.app, people.agent2.headers, listContacts, { body: { contacts_scope: listed?.scope } });
  expect(answer.statusCode).toBe(200);
});

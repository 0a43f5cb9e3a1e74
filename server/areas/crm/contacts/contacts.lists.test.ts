// The list through HTTP: whose contacts each role sees, in which group, pool and order, page by page, and how many they are.
import { beforeAll, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { listContacts } from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { testKey, testSeal } from '#tests/support/database.ts';
import { aCompany, aContact, aStatus, aTag, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { sealedBefore } from '#tests/support/sealedBefore.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { medicareNumber } from './contacts.queries.ts';

type Name = 'admin' | 'sub_admin' | 'bu_admin' | 'manager' | 'manager2' | 'agent' | 'agent2' | 'agent3' | 'pool_holder';

let server: TestServer;
let company: TestCompany<Name>;
beforeAll(async () => {
  server = await aServer();
  // North: the manager leads agent and manager2, who leads agent2. South: agent3 alone, and the holder of a pool.
  company = await aCompany<Name>(server, {
    admin: { unit: 'South' },
    sub_admin: { unit: 'South' },
    bu_admin: { unit: 'North' },
    manager: { unit: 'North' },
    agent: { unit: 'North', under: 'manager', holds: ['Web leads'] },
    manager2: { unit: 'North', under: 'manager' },
    agent2: { unit: 'North', under: 'manager2' },
    agent3: { unit: 'South' },
    pool_holder: { unit: 'South', holds: ['House'] },
  });
  const { companyId, people, pools } = company;
  for (const [name, { userId }] of Object.entries(people)) {
    await aContact(server, companyId, { owner_id: userId, first_name: 'Of', last_name: name });
  }
  await aContact(server, companyId, { pool_id: pools['Web leads'] ?? 0, first_name: 'In', last_name: 'web' });
  await aContact(server, companyId, { pool_id: pools.House ?? 0, first_name: 'In', last_name: 'house' });
  await aContact(server, companyId, { owner_id: people.agent.userId, last_name: 'gone', deleted_at: new Date() });
  await aContact(server, companyId, { owner_id: people.agent3.userId, last_name: 'gone3', deleted_at: new Date() });
  const stranger = await aCompany(server, { admin: {} });
  await aContact(server, stranger.companyId, { owner_id: stranger.people.admin.userId, last_name: 'stranger' });
});

const list = (who: Client, scope: ContactsScopeInput = {}) => who.call(listContacts, { body: { contacts_scope: scope } });
const names = async (who: Client, scope: ContactsScopeInput = {}) => (await list(who, scope)).data.map((row) => row.last_name);
const everybody = ['admin', 'agent', 'agent2', 'agent3', 'bu_admin', 'manager', 'manager2', 'pool_holder', 'sub_admin'];
const north = ['agent', 'agent2', 'bu_admin', 'manager', 'manager2'];

describe('reach', () => {
  test.each<[Name, string[]]>([
    ['admin', everybody],
    ['sub_admin', everybody],
    ['bu_admin', north],
    ['manager', ['agent', 'agent2', 'manager', 'manager2']],
    ['manager2', ['agent2', 'manager2']],
    ['agent', ['agent']],
    ['pool_holder', ['pool_holder']],
  ])('%s sees %j', async (who, expected) => {
    expect(await names(company.people[who])).toEqual(expected);
  });

  test.each<[Name, string[]]>([
    ['admin', [...everybody, 'house', 'web'].toSorted()],
    ['bu_admin', north],
    ['manager', ['agent', 'agent2', 'manager', 'manager2']],
    ['agent', ['agent', 'web']],
    ['agent2', ['agent2']],
    ['pool_holder', ['house', 'pool_holder']],
  ])('%s with all pools sees %j', async (who, expected) => {
    expect(await names(company.people[who], { pool_id: 'all' })).toEqual(expected);
  });

  test('a business unit’s own pool is within its admin’s reach', async () => {
    const { companyId, people } = company;
    const { business_unit_id } = await server.operator.db
      .selectFrom('users')
      .select('business_unit_id')
      .where('id', '=', people.bu_admin.userId)
      .executeTakeFirstOrThrow();
    const { id } = await server.operator.db
      .insertInto('pools')
      .values({ company_id: companyId, name: 'North mailers', business_unit_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const contact = await aContact(server, companyId, { pool_id: id, last_name: 'northern' });
    expect(await names(people.bu_admin, { pool_id: id })).toEqual(['northern']);
    expect(await names(people.manager, { pool_id: id })).toEqual([]);
    await server.operator.db.deleteFrom('contacts').where('id', '=', contact).execute();
  });

  test('a pool by number is seen by who holds it and by the company’s admins', async () => {
    const house = company.pools.House ?? 0;
    expect(await names(company.people.pool_holder, { pool_id: house })).toEqual(['house']);
    expect(await names(company.people.admin, { pool_id: house })).toEqual(['house']);
    expect(await names(company.people.agent, { pool_id: house })).toEqual([]);
  });
});

describe('groups', () => {
  test('downline: direct reports, or the whole tree, never oneself', async () => {
    const { manager, agent } = company.people;
    expect(await names(manager, { contact_group: 'downline' })).toEqual(['agent', 'manager2']);
    expect(await names(manager, { contact_group: 'downline', all_downline: true })).toEqual(['agent', 'agent2', 'manager2']);
    expect(await names(agent, { contact_group: 'downline' })).toEqual([]);
  });

  test('one person of the downline, alone or with their people', async () => {
    const { manager, manager2, agent3, admin } = company.people;
    expect(await names(manager, { downline_user_id: manager2.userId })).toEqual(['manager2']);
    expect(await names(manager, { downline_user_id: manager2.userId, all_downline: true })).toEqual(['agent2', 'manager2']);
    expect(await names(admin, { downline_user_id: agent3.userId })).toEqual(['agent3']);
    await expect(names(manager, { downline_user_id: agent3.userId })).rejects.toMatchObject({
      status: 422,
      problem: { errors: { 'contacts_scope.downline_user_id': ['This person is not in your downline'] } },
    });
  });

  test('deleted: one’s own alone, and nowhere else', async () => {
    expect(await names(company.people.agent, { contact_group: 'deleted' })).toEqual(['gone']);
    expect(await names(company.people.admin, { contact_group: 'deleted' })).toEqual(['gone', 'gone3']);
    expect(await names(company.people.agent2, { contact_group: 'deleted' })).toEqual([]);
  });

  test('all agents: a colleague’s contact is a card with name, number, owner and status', async () => {
    const { companyId, people } = company;
    const [status, tag] = [await aStatus(server, companyId, 'Secret talks'), await aTag(server, companyId, 'secret')];
    const id = await aContact(server, companyId, {
      owner_id: people.agent3.userId,
      first_name: 'Rosa',
      last_name: 'Secretive',
      organization: 'Secret Inc',
      phone: '3055550101',
      email: 'secret@example.com',
      city: 'Secretville',
      state: 'FL',
      zip_code: '33101',
      birth_date: '1959-04-01',
      timezone: 'est',
      status_id: status,
      category_id: await insertId(server.operator.db, 'categories', { company_id: companyId, title: 'Secret plans' }),
      tags: [tag],
      note: 'secret',
      last_activity_type: 'call',
    });
    const { data } = await list(people.agent, { contact_group: 'all_agents', q: 'rosa' });
    expect(data).toEqual([
      {
        id,
        kind: 'lead',
        name: 'Rosa Secretive',
        first_name: 'Rosa',
        last_name: 'Secretive',
        organization: '',
        phone: '3055550101',
        phone_type: 2,
        email: '',
        email_state: null,
        city: '',
        state: '',
        zip_code: '',
        birth_date: null,
        timezone: null,
        status_id: status,
        agentflow_status_id: null,
        source_id: null,
        category_id: null,
        owner: { id: people.agent3.userId, name: 'agent3 Tester' },
        pool: null,
        tags: [],
        do_not_call: false,
        do_not_text: false,
        do_not_email: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        deleted_at: null,
        version: 0,
        next_step: null,
        limited: true,
      },
    ]);
    const full = await list(people.admin, { contact_group: 'all_agents', q: 'rosa' });
    expect(full.data).toMatchObject([{ id, limited: false, email: 'secret@example.com', tags: [{ name: 'secret' }] }]);
    await server.operator.db.deleteFrom('contacts').where('id', '=', id).execute();
  });

  test('all agents shows everybody’s, the own ones whole', async () => {
    const { data } = await list(company.people.agent, { contact_group: 'all_agents' });
    expect(data.map((row) => row.last_name)).toEqual(everybody);
    expect(data.filter((row) => !row.limited).map((row) => row.last_name)).toEqual(['agent']);
  });

  test('all agents shows the pools that one holds, and no others', async () => {
    const { people, pools } = company;
    const seen = (who: Client, pool_id: ContactsScopeInput['pool_id']) => names(who, { contact_group: 'all_agents', pool_id });
    expect(await seen(people.agent, pools.House)).toEqual([]);
    expect(await seen(people.agent, pools['Web leads'])).toEqual(['web']);
    expect(await seen(people.agent, 'all')).toEqual([...everybody, 'web']);
    expect(await seen(people.agent2, 'all')).toEqual(everybody);
    expect(await seen(people.admin, 'all')).toEqual([...everybody, 'house', 'web'].toSorted());
    const scope = { contact_group: 'all_agents', pool_id: pools.House } as const;
    expect((await people.agent.call(listContacts, { body: { contacts_scope: scope, meta_only: true } })).meta.total_count).toBe(
      0,
    );
  });

  test('the people below somebody are shown within reach alone', async () => {
    const { companyId, people } = await aCompany(server, {
      bu_admin: { unit: 'North' },
      manager: { unit: 'North' },
      agent: { unit: 'North', under: 'manager' },
      agent2: { unit: 'South', under: 'manager' },
    });
    for (const name of ['manager', 'agent', 'agent2'] as const)
      await aContact(server, companyId, { owner_id: people[name].userId, last_name: name });
    const below = { downline_user_id: people.manager.userId, all_downline: true };
    expect(await names(people.manager, below)).toEqual(['agent', 'agent2', 'manager']);
    expect(await names(people.bu_admin, below)).toEqual(['agent', 'manager']);
    expect(await names(people.bu_admin, { ...below, contact_group: 'all_agents' })).toEqual(['agent', 'manager']);
  });

  test('what a limited card hides cannot be found out by searching or filtering for it', async () => {
    const { companyId, people } = company;
    const id = await aContact(server, companyId, {
      owner_id: people.agent3.userId,
      first_name: 'Guess',
      phones: [
        { type: 2, number: '3055550188' },
        { type: 9, number: '7865550177' },
      ],
      email: 'guessed@example.com',
      city: 'Guessville',
      birth_date: '1944-04-04',
    });
    const found = (scope: ContactsScopeInput) => names(people.agent, { contact_group: 'all_agents', ...scope });
    for (const shown of ['guess', 'gue', '3055550188', '(305) 555', '0188', 'guess 305'])
      expect(await found({ q: shown }), shown).toHaveLength(1);
    for (const hidden of ['7865550177', '786', '0177', 'guess 786', 'uess', 'guessed@'])
      expect(await found({ q: hidden }), hidden).toEqual([]);
    expect(await found({ q: 'guessed@example.com' })).toEqual([]);
    expect(await found({ search: [{ field: 'city', operator: 'is', value: 'Guessville' }] })).toEqual([]);
    expect(await found({ search: [{ field: 'birth_date', operator: 'on', value: '1944-04-04' }] })).toEqual([]);
    await server.operator.db.deleteFrom('contacts').where('id', '=', id).execute();
  });
});

describe('order and pages', () => {
  let owner: Client;
  let companyId: number;
  beforeAll(async () => {
    const own = await aCompany(server, { agent: {} });
    owner = own.people.agent;
    companyId = own.companyId;
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const spec = [
      ['Éva', 'alvarez', 3, 1],
      ['Bob', 'Álvarez', 1, 3],
      ['Al', 'ALVAREZ', 2, 2],
      ['Zoe', 'Baker', 4, 4],
      ['', 'de la Cruz', 5, 5],
      ['Ann', '', 6, 6],
    ] as const;
    for (const [first_name, last_name, created, updated] of spec) {
      await aContact(server, own.companyId, {
        owner_id: owner.userId,
        first_name,
        last_name,
        created_at: at(created),
        updated_at: at(updated),
      });
    }
  });
  const firstNames = async (scope: ContactsScopeInput) => (await list(owner, scope)).data.map((row) => row.first_name);

  test('by last name, then first, ignoring case and accents; contacts without a name come first', async () => {
    expect(await firstNames({})).toEqual(['Ann', 'Al', 'Bob', 'Éva', 'Zoe', '']);
    expect(await firstNames({ order: 'DESC' })).toEqual(['', 'Zoe', 'Éva', 'Bob', 'Al', 'Ann']);
  });

  test('by creation and by update, both ways, in any case of the word', async () => {
    expect(await firstNames({ order_field: 'created_at', order: 'asc' as 'ASC' })).toEqual([
      'Bob',
      'Al',
      'Éva',
      'Zoe',
      '',
      'Ann',
    ]);
    expect(await firstNames({ order_field: 'created_at', order: 'DESC' })).toEqual(['Ann', '', 'Zoe', 'Éva', 'Al', 'Bob']);
    expect(await firstNames({ order_field: 'updated_at', order: 'ASC' })).toEqual(['Éva', 'Al', 'Bob', 'Zoe', '', 'Ann']);
    expect(await firstNames({ order_field: 'updated_at', order: 'DESC' })).toEqual(['Ann', '', 'Zoe', 'Bob', 'Al', 'Éva']);
  });

  test('pages by number follow one another', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => firstNames({ limit: 2, page })));
    expect(pages).toEqual([['Ann', 'Al'], ['Bob', 'Éva'], ['Zoe', ''], []]);
  });

  test('the last page has no cursor, the others have', async () => {
    const cursorOf = async (scope: ContactsScopeInput) => (await list(owner, scope)).meta.next_cursor;
    expect(await cursorOf({ limit: 6 })).toBeNull();
    expect(await cursorOf({ limit: 5 })).toEqual(expect.any(String));
    expect(await cursorOf({ limit: 3, page: 2 })).toBeNull();
  });

  test('a cursor is for its own order', async () => {
    const { meta } = await list(owner, { limit: 2 });
    for (const scope of [{ order: 'DESC' }, { order_field: 'created_at' }] as const) {
      await expect(list(owner, { ...scope, cursor: meta.next_cursor })).rejects.toMatchObject({ status: 422 });
    }
    await expect(list(owner, { cursor: 'nonsense' })).rejects.toMatchObject({
      problem: { errors: { 'contacts_scope.cursor': ['This cursor belongs to another list'] } },
    });
  });

  test('a cursor tells nothing and cannot be made up', async () => {
    const { meta } = await list(owner, { limit: 2, order_field: 'created_at' });
    expect(Buffer.from(meta.next_cursor ?? '', 'base64url').toString('latin1')).not.toMatch(/created_at|\d{4}-\d\d/);
    const forged = Buffer.from(JSON.stringify(['created_at', 'ASC', '2020-01-01 00:00:00+00', 1])).toString('base64url');
    await expect(list(owner, { order_field: 'created_at', cursor: forged })).rejects.toMatchObject({ status: 422 });
  });

  test('a cursor of another company, and what else is sealed, is none', async () => {
    const other = await aCompany(server, { agent: {} });
    for (const last_name of ['A', 'B'])
      await aContact(server, other.companyId, { last_name, owner_id: other.people.agent.userId });
    const theirs = (await list(other.people.agent, { limit: 1 })).meta.next_cursor;
    await list(other.people.agent, { cursor: theirs });
    const sealed = (text: string, purpose: string) => testSeal.seal(text, purpose, companyId).toString('base64url');
    const earlier = sealedBefore(testKey, JSON.stringify(['last_name', 'ASC', 'a', 1])).toString('base64url');
    for (const cursor of [theirs, sealed('1EG4TE5MK73', medicareNumber), sealed('null', 'ID token'), earlier])
      await expect(list(owner, { cursor })).rejects.toMatchObject({ status: 422 });
  });

  test('pages end at a depth where the cursor goes on', async () => {
    await expect(list(owner, { limit: 200, page: 52 })).rejects.toMatchObject({ code: 'contacts.page_too_deep' });
    expect((await list(owner, { limit: 200, page: 51 })).data).toEqual([]);
  });
});

describe('a walk by cursor', () => {
  let walkers: TestCompany<'manager' | 'agent' | 'agent2'>;
  beforeAll(async () => {
    walkers = await aCompany(server, {
      manager: {},
      agent: { under: 'manager', holds: ['House'] },
      agent2: { under: 'manager' },
    });
    const { companyId, people, pools } = walkers;
    for (const [index, client] of [people.manager, people.agent, people.agent2].entries())
      await manyContacts(server, companyId, client.userId, 120, `Walk ${index}`);
    for (let n = 0; n < 20; n++) await aContact(server, companyId, { pool_id: pools.House ?? 0, last_name: 'Pooled' });
  });

  const scopes: [string, 'manager' | 'agent', ContactsScopeInput, number][] = [
    ['of one’s own', 'agent', {}, 120],
    ['of oneself and a pool', 'agent', { pool_id: 'all' }, 140],
    ['of a team, merged', 'manager', {}, 360],
    ['of a search', 'manager', { q: 'walk' }, 360],
    ['of a pool', 'agent', { pool_id: 0 }, 20],
  ];
  const orders = (['last_name', 'created_at', 'updated_at'] as const).flatMap((order_field) =>
    (['ASC', 'DESC'] as const).map((order) => ({ order_field, order })),
  );

  test.each(scopes)('%s meets everybody once, in every order, while others are added', async (_, who, scope, count) => {
    const { companyId, people, pools } = walkers;
    const pool = scope.pool_id === 0 ? { pool_id: pools.House ?? 0 } : {};
    for (const order of orders) {
      const met: number[] = [];
      const added: number[] = [];
      let cursor: string | null = null;
      do {
        const { data, meta } = await list(people[who], { ...scope, ...pool, ...order, limit: 23, cursor });
        met.push(...data.map((row) => row.id));
        cursor = meta.next_cursor;
        const holder = pool.pool_id ? { pool_id: pool.pool_id } : { owner_id: people[who].userId };
        added.push(await aContact(server, companyId, { ...holder, first_name: 'Walk', last_name: `Walk ${added.length}` }));
      } while (cursor);
      const old = met.filter((id) => !added.includes(id));
      expect(new Set(met).size, JSON.stringify(order)).toBe(met.length);
      expect(old, JSON.stringify(order)).toHaveLength(count);
      await server.operator.db.deleteFrom('contacts').where('id', 'in', added).execute();
    }
  });
});

describe('counts', () => {
  let crowd: TestCompany<'admin' | 'agent'>;
  const count = (who: Client, scope: ContactsScopeInput = {}, exact = false) =>
    who.call(listContacts, { body: { contacts_scope: scope, meta_only: true, exact } });
  beforeAll(async () => {
    crowd = await aCompany(server, { admin: {}, agent: {} });
    await manyContacts(server, crowd.companyId, crowd.people.agent.userId, 10_000);
  });

  test('are given only where asked for', async () => {
    expect((await list(crowd.people.agent)).meta).toMatchObject({ total_count: null, total_capped: false });
    expect(await count(crowd.people.agent)).toMatchObject({ data: [], meta: { total_count: 10_000, total_capped: false } });
  });

  test('stop at ten thousand, unless asked for exactly', async () => {
    await aContact(server, crowd.companyId, { owner_id: crowd.people.admin.userId, last_name: 'One more' });
    expect((await count(crowd.people.admin)).meta).toMatchObject({ total_count: 10_000, total_capped: true });
    expect((await count(crowd.people.admin, {}, true)).meta).toMatchObject({ total_count: 10_001, total_capped: false });
    expect((await count(crowd.people.admin, { q: 'more' })).meta).toMatchObject({ total_count: 1, total_capped: false });
  });
});

// Rules for every look-up list made by crud() and lookup(). A new one is one line in `lookups`.
import { beforeAll, describe, expect, test } from 'vitest';
import * as businessUnits from '#contract/businessUnits.ts';
import * as customFields from '#contract/customFields.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import * as reference from '#contract/reference.ts';
import { aCompany, aContact, manyContacts, type TestCompany } from './support/factories.ts';
import { aServer, type Client, send, type TestServer } from './support/server.ts';
import { until } from './support/until.ts';

interface Case {
  list: Endpoint;
  create: Endpoint;
  update: Endpoint;
  remove: Endpoint;
  name: 'name' | 'title';
  /** Values of a new row besides its name. */
  with?: object;
  /** The column of a contact that points at it. */
  used?: 'status_id' | 'agentflow_status_id' | 'source_id' | 'category_id' | 'medicare_carrier_id' | 'pool_id';
  ordered?: true;
}

const lookups: Record<string, Case> = {
  statuses: {
    list: reference.listAdminStatuses,
    create: reference.createStatus,
    update: reference.updateStatus,
    remove: reference.deleteStatus,
    name: 'title',
    used: 'status_id',
    ordered: true,
  },
  carriers: {
    list: reference.listAdminCarriers,
    create: reference.createCarrier,
    update: reference.updateCarrier,
    remove: reference.deleteCarrier,
    name: 'name',
    used: 'medicare_carrier_id',
  },
  'agentflow statuses': {
    list: reference.listAdminAgentflowStatuses,
    create: reference.createAgentflowStatus,
    update: reference.updateAgentflowStatus,
    remove: reference.deleteAgentflowStatus,
    name: 'title',
    with: { group: 'First contact' },
    used: 'agentflow_status_id',
    ordered: true,
  },
  sources: {
    list: reference.listAdminSources,
    create: reference.createSource,
    update: reference.updateSource,
    remove: reference.deleteSource,
    name: 'title',
    used: 'source_id',
  },
  categories: {
    list: reference.listAdminCategories,
    create: reference.createCategory,
    update: reference.updateCategory,
    remove: reference.deleteCategory,
    name: 'title',
    used: 'category_id',
    ordered: true,
  },
  'custom fields': {
    list: customFields.listAdminCustomFields,
    create: customFields.createCustomField,
    update: customFields.updateCustomField,
    remove: customFields.deleteCustomField,
    name: 'name',
    with: { type: 'text' },
    ordered: true,
  },
  'office locations': {
    list: reference.listAdminOfficeLocations,
    create: reference.createOfficeLocation,
    update: reference.updateOfficeLocation,
    remove: reference.deleteOfficeLocation,
    name: 'name',
  },
  'business units': {
    list: businessUnits.listBusinessUnits,
    create: businessUnits.createBusinessUnit,
    update: businessUnits.updateBusinessUnit,
    remove: businessUnits.deleteBusinessUnit,
    name: 'name',
  },
  groups: {
    list: reference.listGroups,
    create: reference.createGroup,
    update: reference.updateGroup,
    remove: reference.deleteGroup,
    name: 'name',
  },
  pools: {
    list: reference.listPools,
    create: reference.createPool,
    update: reference.updatePool,
    remove: reference.deletePool,
    name: 'name',
    used: 'pool_id',
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ worker: true });
});

type Row = { id: number; used: number | null } & Record<string, unknown>;

describe.each(Object.entries(lookups))('%s', (_, lookup) => {
  const { list, create, update, remove, name } = lookup;
  let company: TestCompany<'admin' | 'agent'>;
  let admin: Client;
  const ask = async (endpoint: Endpoint, input: object, by = admin) => {
    const answer = await send(server.app, by.headers, endpoint, input);
    return { status: answer.statusCode, body: answer.body ? answer.json() : undefined };
  };
  const made = async (called: string, by = admin): Promise<Row> => {
    const { status, body } = await ask(create, { body: { [name]: called, ...lookup.with } }, by);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const rows = async (query: object = {}): Promise<Row[]> => (await ask(list, { query })).body.data;
  const names = async (query?: object) => (await rows(query)).map((row) => row[name]);

  beforeAll(async () => {
    company = await aCompany(server, { admin: {}, agent: {} });
    admin = company.people.admin;
  });

  test('a row is made, found by a part of its name, and renamed', async () => {
    const row = await made('Éclair 100%');
    expect(row[name]).toBe('Éclair 100%');
    expect(await names({ q: 'eclair' })).toEqual(['Éclair 100%']);
    expect(await names({ q: '0%' })).toEqual(['Éclair 100%']);
    expect(await names({ q: '_' })).toEqual([]);
    const renamed = await ask(update, { params: { id: row.id }, body: { [name]: 'Choux' } });
    expect(renamed.body).toEqual({ ...row, [name]: 'Choux', ...('label' in row && { label: 'Choux' }) });
    if (update.method === 'PATCH') expect((await ask(update, { params: { id: row.id }, body: {} })).body).toEqual(renamed.body);
    expect((await ask(update, { params: { id: row.id }, body: { [name]: ' ' } })).body.errors[name]).toHaveLength(1);
    expect((await ask(remove, { params: { id: row.id } })).status).toBe(204);
    expect(await names({ q: 'choux' })).toEqual([]);
  });

  test('two names that read alike are refused at their field', async () => {
    const refused = {
      status: 409,
      body: { code: 'lookups.name_taken', errors: { [name]: ['This name is on the list already'] } },
    };
    await made('Müller');
    const other = await made('Maier');
    expect(await ask(create, { body: { [name]: 'MULLER', ...lookup.with } })).toMatchObject(refused);
    expect(await ask(update, { params: { id: other.id }, body: { [name]: 'muller' } })).toMatchObject(refused);
    expect((await ask(update, { params: { id: other.id }, body: { [name]: 'MAIER' } })).status).toBe(200);
    const elsewhere = await aCompany(server, { admin: {} });
    await made('Müller', elsewhere.people.admin);
  });

  test('others than administrators are refused', async () => {
    expect((await ask(create, { body: { [name]: 'Mine' } }, company.people.agent)).status).toBe(403);
  });

  if (lookup.used) {
    const column = lookup.used;
    const pointingAt = (id: number) => ({ owner_id: column === 'pool_id' ? null : admin.userId, [column]: id });

    test('a row in use stays; with another in its place its contacts go there, and it goes', async () => {
      const [from, to] = [await made('Old'), await made('New')];
      const contact = await aContact(server, company.companyId, pointingAt(from.id));
      await aContact(server, company.companyId, { ...pointingAt(from.id), deleted_at: new Date() });
      await aContact(server, company.companyId, pointingAt(to.id));
      expect(await rows({ counts: true })).toContainEqual({ ...from, used: 2 });
      expect(await rows()).toContainEqual({ ...from, used: null });

      const refused = await ask(remove, { params: { id: from.id } });
      expect(refused).toMatchObject({ status: 409, body: { code: 'lookups.in_use', data: { count: 2 } } });

      const elsewhere = await made('Theirs', (await aCompany(server, { admin: {} })).people.admin);
      for (const replace_with of [from.id, elsewhere.id]) {
        const nowhere = await ask(remove, { params: { id: from.id }, query: { replace_with } });
        expect(nowhere).toMatchObject({ status: 422, body: { errors: { replace_with: [expect.any(String)] } } });
      }

      expect((await ask(remove, { params: { id: from.id }, query: { replace_with: to.id } })).status).toBe(204);
      await until(async () => !(await names()).includes('Old'));
      expect(await rows({ counts: true })).toContainEqual({ ...to, used: 3 });
      const changes = await server.operator.db
        .selectFrom('contact_changes')
        .select(['actor_id', 'before', 'after'])
        .where('contact_id', '=', contact)
        .execute();
      expect(changes).toEqual([{ actor_id: admin.userId, before: { [column]: from.id }, after: { [column]: to.id } }]);
    });

    test('more contacts than one batch move, each once', async () => {
      const crowd = await aCompany(server, { admin: {} });
      const [from, to] = [await made('Old', crowd.people.admin), await made('New', crowd.people.admin)];
      await manyContacts(server, crowd.companyId, crowd.people.admin.userId, 2_500);
      await server.operator.db
        .updateTable('contacts')
        .set(column === 'pool_id' ? { owner_id: null, pool_id: from.id } : { [column]: from.id })
        .where('company_id', '=', crowd.companyId)
        .execute();
      await ask(remove, { params: { id: from.id }, query: { replace_with: to.id } }, crowd.people.admin);
      const left = async () => (await ask(list, { query: { counts: true } }, crowd.people.admin)).body.data as Row[];
      await until(async () => (await left()).length === 1);
      expect(await left()).toMatchObject([{ id: to.id, used: 2_500 }]);
      const journaled = await server.operator.db
        .selectFrom('contact_changes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('company_id', '=', crowd.companyId)
        .executeTakeFirstOrThrow();
      expect(journaled.count).toBe(2_500);
    });
  }

  if (lookup.ordered) {
    test('rows stand where they are put', async () => {
      const other = await aCompany(server, { admin: {} });
      const by = other.people.admin;
      const ids = [];
      for (const called of ['A', 'B', 'C', 'D']) ids.push((await made(called, by)).id);
      const order = async () => (await ask(list, {}, by)).body.data.map((row: Row) => row[name]).join('');
      expect(await order()).toBe('ABCD');
      await ask(update, { params: { id: ids[3] }, body: { position: 1 } }, by);
      expect(await order()).toBe('ADBC');
      await ask(update, { params: { id: ids[0] }, body: { position: 99 } }, by);
      expect(await order()).toBe('DBCA');
    });
  }
});

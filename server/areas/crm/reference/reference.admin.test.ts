// Features of single look-ups: groups of statuses, corporations of sources, offices, and managers of pools.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { getContact } from '#contract/contacts.ts';
import {
  createAgentflowStatus,
  createGroup,
  createOfficeLocation,
  createPool,
  createSource,
  createStatus,
  deleteAgentflowStatus,
  deletePool,
  getPool,
  listAdminAgentflowStatuses,
  listAdminSources,
  listAgentflowStatuses,
  listOfficeLocations,
  listPools,
  listSources,
  updateAgentflowStatus,
  updateAgentflowStatusGroup,
  updateGroup,
  updateOfficeLocation,
  updatePool,
  updateSource,
} from '#contract/reference.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'bu_admin' | 'agent' | 'agent2'>;
let units: Record<string, number>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, bu_admin: { unit: 'South' }, agent: { unit: 'South' }, agent2: {} });
  const rows = await server.operator.db
    .selectFrom('business_units')
    .select(['id', 'name'])
    .where('company_id', '=', company.companyId)
    .execute();
  units = Object.fromEntries(rows.map(({ id, name }) => [name, id]));
});

const invalid = (field: string) => ({ code: 'invalid', problem: { errors: { [field]: [expect.any(String)] } } });

test('a status makes its group; groups are renamed and moved; an empty one goes', async () => {
  const { admin, agent } = company.people;
  const call = await admin.call(createAgentflowStatus, { body: { title: 'Call', group: 'First' } });
  const meet = await admin.call(createAgentflowStatus, { body: { title: 'Meet', group: 'Second' } });
  const again = await admin.call(createAgentflowStatus, { body: { title: 'Call again', group: 'FIRST' } });
  expect(again.group_id).toBe(call.group_id);
  const shown = async () =>
    (await agent.call(listAgentflowStatuses, {})).data.map(({ title, group }) => `${group}: ${title}`).join(', ');
  expect(await shown()).toBe('First: Call, First: Call again, Second: Meet');

  // The same title in another group is another status.
  const other = await admin.call(createAgentflowStatus, { body: { title: 'call', group: 'Second' } });
  await admin.call(deleteAgentflowStatus, { params: { id: other.id }, query: {} });

  await admin.call(updateAgentflowStatusGroup, { params: { id: meet.group_id }, body: { title: 'Meeting', position: 0 } });
  expect(await shown()).toBe('Meeting: Meet, First: Call, First: Call again');
  const taken = { params: { id: meet.group_id }, body: { title: 'first' } };
  await expect(admin.call(updateAgentflowStatusGroup, taken)).rejects.toMatchObject({ code: 'lookups.name_taken' });

  await admin.call(updateAgentflowStatus, { params: { id: meet.id }, body: { group: 'First' } });
  await expect(
    admin.call(updateAgentflowStatusGroup, { params: { id: meet.group_id }, body: { title: 'Gone' } }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('a source names its corporations, each there once', async () => {
  const { admin } = company.people;
  const made = await admin.call(createSource, { body: { title: 'Fair', corporations: ['Booth', 'Tent', 'booth'] } });
  expect(made.corporations).toEqual(['Booth', 'Tent']);
  const other = await admin.call(createSource, { body: { title: 'Web', corporations: ['BOOTH'] } });
  expect(other.corporations).toEqual(['Booth']);
  expect(await admin.call(updateSource, { params: { id: made.id }, body: { title: 'Fairs' } })).toMatchObject({
    title: 'Fairs',
    corporations: ['Booth', 'Tent'],
  });
  expect(await admin.call(updateSource, { params: { id: made.id }, body: { corporations: [] } })).toMatchObject({
    corporations: [],
  });
});

test('sources and statuses of one business unit are offered to its users and to administrators only', async () => {
  const { admin, agent, agent2 } = company.people;
  const south = { business_unit_id: units.South ?? 0 };
  await admin.call(createSource, { body: { title: 'South fair', ...south } });
  await admin.call(createAgentflowStatus, { body: { title: 'South call', ...south } });
  const sources = async (by: typeof agent) => (await by.call(listSources, {})).data.map(({ title }) => title);
  const statuses = async (by: typeof agent) => (await by.call(listAgentflowStatuses, {})).data.map(({ title }) => title);
  expect([await sources(agent), await statuses(agent)]).toEqual([
    expect.arrayContaining(['South fair']),
    expect.arrayContaining(['South call']),
  ]);
  expect([await sources(agent2), await statuses(agent2)].flat()).not.toContain('South fair');
  expect(await statuses(agent2)).not.toContain('South call');
  const asked = { query: { business_unit_id: units.Main ?? 0 } };
  expect((await admin.call(listAdminSources, asked)).data.map(({ title }) => title)).not.toContain('South fair');
  expect((await admin.call(listAdminSources, { query: {} })).data.map(({ title }) => title)).toContain('South fair');
  expect((await admin.call(listAdminAgentflowStatuses, asked)).data.map(({ title }) => title)).not.toContain('South call');

  const elsewhere = await aCompany(server, { admin: {} });
  const { business_unit_id } = await server.operator.db
    .selectFrom('users')
    .select('business_unit_id')
    .where('id', '=', elsewhere.people.admin.userId)
    .executeTakeFirstOrThrow();
  await expect(admin.call(createSource, { body: { title: 'Theirs', business_unit_id } })).rejects.toMatchObject(
    invalid('business_unit_id'),
  );
});

test('everyone sees an office; an update replaces all its fields', async () => {
  const { admin, agent } = company.people;
  const office = { name: 'Reno', type: 'main' as const, city: 'Reno', state: 'NV', zip_code: '89501', phone: '(775) 555-0101' };
  const made = await admin.call(createOfficeLocation, { body: { ...office, manager_id: agent.userId } });
  expect(made).toMatchObject({ phone: '7755550101', manager: { id: agent.userId, name: 'agent Tester' } });
  expect((await agent.call(listOfficeLocations, {})).data).toEqual([made]);
  expect(await admin.call(updateOfficeLocation, { params: { id: made.id }, body: { name: 'Reno' } })).toEqual({
    ...made,
    ...{ type: 'branch', city: '', state: '', zip_code: '', phone: '', manager_id: null, manager: null },
  });
  const elsewhere = await aCompany(server, { admin: {} });
  const wrong: [object, string][] = [
    [{ manager_id: elsewhere.people.admin.userId }, 'manager_id'],
    [{ zip_code: '12' }, 'zip_code'],
    [{ phone: '123' }, 'phone'],
    [{ email: 'nobody' }, 'email'],
    [{ state: 'ZZ' }, 'state'],
  ];
  for (const [fields, field] of wrong)
    await expect(admin.call(createOfficeLocation, { body: { name: 'Else', ...fields } })).rejects.toMatchObject(invalid(field));
});

test('a business unit’s administrator manages its pools, with its people, and no others', async () => {
  const { admin, bu_admin, agent, agent2 } = company.people;
  const all = await admin.call(createPool, { body: { name: 'Company leads', user_ids: [agent2.userId] } });
  const own = await bu_admin.call(createPool, { body: { name: 'South leads', user_ids: [agent.userId] } });
  expect(own).toMatchObject({ business_unit_id: units.South, users: [{ id: agent.userId, name: 'agent Tester' }] });
  expect((await bu_admin.call(listPools, { query: {} })).data.map(({ name }) => name)).toEqual(['South leads']);
  for (const refused of [
    () => bu_admin.call(getPool, { params: { id: all.id } }),
    () => bu_admin.call(updatePool, { params: { id: all.id }, body: { name: 'Mine' } }),
    () => bu_admin.call(deletePool, { params: { id: all.id }, query: {} }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'not_found' });
  const wrong: [object, string][] = [
    [{ user_ids: [agent2.userId] }, 'user_ids'],
    [{ business_unit_id: units.Main }, 'business_unit_id'],
  ];
  for (const [body, field] of wrong)
    await expect(bu_admin.call(updatePool, { params: { id: own.id }, body })).rejects.toMatchObject(invalid(field));
  await aContact(server, company.companyId, { pool_id: own.id });
  await expect(bu_admin.call(deletePool, { params: { id: own.id }, query: { replace_with: all.id } })).rejects.toMatchObject(
    invalid('replace_with'),
  );
});

test('holders of a pool see its contacts, and are told when their lists change', async () => {
  const { admin, agent, agent2 } = company.people;
  const pool = await admin.call(createPool, { body: { name: 'Shared', user_ids: [agent.userId] } });
  const id = await aContact(server, company.companyId, { pool_id: pool.id });
  const read = (by: typeof agent) => by.call(getContact, { params: { id }, query: {} });
  expect(await read(agent)).toMatchObject({ id });
  await expect(read(agent2)).rejects.toMatchObject({ code: 'not_found' });

  await server.operator.db.deleteFrom('outbox').execute();
  await admin.call(updatePool, { params: { id: pool.id }, body: { user_ids: [agent2.userId] } });
  expect(await read(agent2)).toMatchObject({ id });
  await expect(read(agent)).rejects.toMatchObject({ code: 'not_found' });
  const { rows } = await sql<{ recipients: number[] }>`
    select recipients from outbox where payload ->> 'event' = 'contacts.changed'`.execute(server.operator.db);
  expect(rows.map(({ recipients }) => recipients.toSorted((a, b) => a - b))).toEqual([[agent.userId, agent2.userId]]);
});

test('members of a group come and go', async () => {
  const { admin, agent, agent2 } = company.people;
  const group = await admin.call(createGroup, { body: { name: 'Desk', user_ids: [agent.userId, agent2.userId] } });
  const changed = await admin.call(updateGroup, { params: { id: group.id }, body: { user_ids: [agent2.userId] } });
  expect(changed).toMatchObject({ name: 'Desk', users: [{ id: agent2.userId }] });
});

test('a list takes 500 rows at most', async () => {
  const { companyId, people } = await aCompany(server, { admin: {} });
  await sql`insert into statuses (company_id, title) select ${companyId}::bigint, 'S' || n from generate_series(1, 500) n`.execute(
    server.operator.db,
  );
  await expect(people.admin.call(createStatus, { body: { title: 'More' } })).rejects.toMatchObject(invalid('title'));
});

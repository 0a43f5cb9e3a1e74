// Business units through HTTP and worker; tests/lookups.test.ts has what all look-ups share.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createBusinessUnit, deleteBusinessUnit, listBusinessUnits, updateBusinessUnit } from '#contract/businessUnits.ts';
import { getUser } from '#contract/userAdmin.ts';
import { listManageableBusinessUnits } from '#contract/users.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ worker: true });
});

test('have a number, their administrators, and who may manage them', async () => {
  const { people } = await aCompany(server, { admin: {}, bu_admin: { unit: 'West' }, agent: { unit: 'West' } });
  const { admin, bu_admin, agent } = people;
  const north = await admin.call(createBusinessUnit, { body: { name: 'North' } });
  expect(north).toMatchObject({ name: 'North', number: 3, managers: [] });
  await expect(admin.call(updateBusinessUnit, { params: { id: north.id }, body: { number: 2 } })).rejects.toMatchObject({
    problem: { errors: { number: ['Another business unit has this number'] } },
  });
  expect(await admin.call(updateBusinessUnit, { params: { id: north.id }, body: { number: 30 } })).toMatchObject({ number: 30 });
  const { data } = await admin.call(listBusinessUnits, { query: { counts: true } });
  expect(data).toMatchObject([
    { name: 'Main', number: 1, used: 1 },
    { name: 'North', used: 0 },
    { name: 'West', number: 2, managers: [{ id: bu_admin.userId, name: 'bu_admin Tester' }], used: 2 },
  ]);
  const manageable = async (who: typeof admin) =>
    (await who.call(listManageableBusinessUnits, {})).data.map(({ name, number }) => [name, number]);
  expect(await manageable(admin)).toEqual([
    ['Main', 1],
    ['West', 2],
    ['North', 30],
  ]);
  expect(await manageable(agent)).toEqual([['West', 2]]);
  await expect(bu_admin.call(listBusinessUnits, { query: {} })).rejects.toMatchObject({ status: 403 });
});

test('go when empty, or after their people have moved; the audit log says so', async () => {
  const { companyId, people } = await aCompany(server, { admin: {}, agent: { unit: 'West' } });
  const { admin, agent } = people;
  const [main, west] = (await admin.call(listBusinessUnits, { query: {} })).data.map(({ id }) => id) as [number, number];
  await expect(admin.call(deleteBusinessUnit, { params: { id: west }, query: {} })).rejects.toMatchObject({
    code: 'lookups.in_use',
  });
  await admin.call(deleteBusinessUnit, { params: { id: west }, query: { replace_with: main } });
  await until(async () => (await admin.call(listBusinessUnits, { query: {} })).data.length === 1);
  expect(await admin.call(getUser, { params: { id: agent.userId } })).toMatchObject({ business_unit: { name: 'Main' } });
  const { rows } = await sql`select action, before, after from audit_log where company_id = ${companyId}`.execute(
    server.operator.db,
  );
  expect(rows).toEqual([{ action: 'business_units.deleted', before: { name: 'West' }, after: { moved_to: main } }]);
});

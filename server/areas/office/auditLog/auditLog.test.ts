// Reading the audit log: pages, filters and the file.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type AuditQuery, exportAuditLog, listAuditEntries } from '#contract/auditLog.ts';
import { updateFeatureFlag } from '#contract/featureFlags.ts';
import { createPool, deletePool } from '#contract/reference.ts';
import { deactivateUser, getUser } from '#contract/userAdmin.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
});

interface Row {
  action: string;
  actor_id?: number;
  impersonator_id?: number | null;
  of_type?: string;
  of_id?: number;
  at?: string;
}

/** The oldest first; without a time all have the same. */
const write = (rows: Row[]) =>
  server.operator.db
    .insertInto('audit_log')
    .values(
      rows.map(({ at = '2026-03-01T12:00:00Z', actor_id = company.people.admin.userId, ...row }) => ({
        company_id: company.companyId,
        of_type: 'company',
        of_id: company.companyId,
        at,
        actor_id,
        ...row,
      })),
    )
    .execute();
const list = (query: Partial<AuditQuery> = {}) => company.people.admin.call(listAuditEntries, { query });
const actionsOf = async (query: Partial<AuditQuery> = {}) => (await list(query)).data.map(({ action }) => action);

test('pages go back in time, each entry once, also where many have the same time', async () => {
  await write(Array.from({ length: 7 }, (_, index) => ({ action: `test.n${index}` })));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await list({ limit: 3, ...(cursor && { cursor }) });
    seen.push(...data.map(({ action }) => action));
    cursor = meta.next_cursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `test.n${index}`));
});

test('an entry names the person, the user they acted as, and the user it happened to', async () => {
  const { admin, agent, agent2 } = company.people;
  await write([
    { action: 'test.system', actor_id: 0 },
    { action: 'test.acting', actor_id: agent.userId, impersonator_id: admin.userId, of_type: 'user', of_id: agent2.userId },
  ]);
  const { data } = await list();
  expect(data).toMatchObject([
    {
      action: 'test.acting',
      actor: { id: agent.userId, name: 'agent Tester' },
      impersonator: { id: admin.userId, name: 'admin Tester' },
      of: { type: 'user', id: agent2.userId, name: 'agent2 Tester' },
    },
    { action: 'test.system', actor: null, impersonator: null, of: { type: 'company', name: null } },
  ]);
});

test('fields name users, business units and pools, also those who have left', async () => {
  const { people } = company;
  const { admin, agent, agent2 } = people;
  const call = { params: { id: agent.userId } };
  const unit = (await admin.call(getUser, call)).business_unit.id;
  const { id } = await admin.call(createPool, { body: { name: 'Walk-ins', business_unit_id: unit, user_ids: [agent.userId] } });
  await admin.call(deactivateUser, { ...call, query: { owner_id: agent2.userId } });
  await admin.call(deletePool, { params: { id }, query: {} });
  expect((await list()).data).toMatchObject([
    { action: 'pools.deleted', of: { type: 'pool', name: null } },
    {
      action: 'users.deactivated',
      of: { name: 'agent Tester' },
      after: { successor: 'agent2 Tester', pool: null },
    },
    { action: 'pools.created', after: { name: 'Walk-ins', business_unit_id: 'Main', holders: ['agent Tester'] } },
  ]);
  const file = String(await admin.call(exportAuditLog, { query: { action: 'users.deactivated' } }));
  expect(file).toContain('successor: agent2 Tester');
});

test('filters find by person, acted-as user, action, subject and day in the reader’s time zone', async () => {
  const { admin, agent } = company.people;
  await write([
    { action: 'test.late', at: '2026-03-02T03:30:00Z' }, // March 1, 10:30 PM in New York
    { action: 'test.acting', actor_id: agent.userId, impersonator_id: admin.userId, at: '2026-03-05T12:00:00Z' },
    { action: 'test.own', actor_id: agent.userId, of_type: 'user', of_id: agent.userId, at: '2026-03-06T12:00:00Z' },
  ]);
  expect(await actionsOf({ who: admin.userId })).toEqual(['test.acting', 'test.late']);
  expect(await actionsOf({ who: agent.userId })).toEqual(['test.own']);
  expect(await actionsOf({ acted_as: agent.userId })).toEqual(['test.acting']);
  expect(await actionsOf({ action: 'test.own' })).toEqual(['test.own']);
  expect(await actionsOf({ of_type: 'user', of_id: agent.userId })).toEqual(['test.own']);
  expect(await actionsOf({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['test.late']);
  expect(await actionsOf({ from: '2026-03-02', to: '2026-03-05' })).toEqual(['test.acting']);
});

test('a company reads its own log alone', async () => {
  const theirs = await aCompany(server, { admin: {} });
  await theirs.people.admin.call(updateFeatureFlag, { body: { feature: 'store', enabled: false } });
  expect(await actionsOf()).toEqual([]);
});

test('the file has every matching entry, and nothing in it runs in a spreadsheet', async () => {
  await write([{ action: 'test.other' }]);
  await company.people.admin.call(updateFeatureFlag, { body: { feature: 'store', enabled: false } });
  await server.operator.db
    .insertInto('audit_log')
    .values({
      company_id: company.companyId,
      action: 'test.hostile',
      of_type: 'company',
      of_id: 1,
      actor_id: 0,
      address: '=cmd()',
    })
    .execute();
  const text = String(await company.people.admin.call(exportAuditLog, { query: {} }));
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toContain('Time (UTC),Who,Acting as,Action,Of,Before,After,From');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain("'=cmd()");
  expect(lines[2]).toMatch(/,admin Tester,,features\.updated,company \d+,store: null,store: false,127\.0\.0\.1,$/);
  const some = String(await company.people.admin.call(exportAuditLog, { query: { action: 'test.other' } }));
  expect(some.trim().split('\r\n')).toHaveLength(2);
});

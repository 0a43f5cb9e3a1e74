// The recipients of a contact's change: exactly the people who could open it.
import { beforeAll, describe, expect, test } from 'vitest';
import { assignContactToMe, createContact, getContact, updateContact } from '#contract/contacts.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';

const spec = {
  admin: {},
  sub_admin: {},
  bu_admin: {},
  manager: {},
  agent: { under: 'manager' },
  field_manager: { under: 'agent' },
  agent2: { under: 'field_manager' },
  basic: { holds: ['Leads'] },
  pool_holder: { holds: ['Leads', 'Late'] },
  manager2: { holds: ['Late'] },
  bu_admin2: { unit: 'East' },
  agent3: { unit: 'East', under: 'manager' },
  gone: { role: 'admin' as const },
};
type Name = keyof typeof spec;

let server: TestServer;
let company: TestCompany<Name>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany<Name>(server, spec);
  const { db } = server.operator;
  await db.updateTable('users').set({ active: false }).where('id', '=', company.people.gone.userId).execute();
  const east = db.selectFrom('users').select('business_unit_id').where('id', '=', company.people.bu_admin2.userId);
  await db
    .updateTable('pools')
    .set({ business_unit_id: east })
    .where('id', '=', company.pools.Late ?? 0)
    .execute();
});

/** The recipients of the last cable message, by name. */
async function told(): Promise<string[]> {
  const { recipients } = await server.operator.db
    .selectFrom('outbox')
    .select('recipients')
    .where('kind', '=', 'cable')
    .where('company_id', '=', company.companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const names = new Map(Object.entries(company.people).map(([name, { userId }]) => [userId, name]));
  return (recipients as number[]).map((id) => names.get(id) ?? String(id)).toSorted();
}

async function whoOpens(id: number): Promise<string[]> {
  const asked = Object.entries(company.people).map(async ([name, person]) => {
    const contact = await person.call(getContact, { params: { id }, query: {} }).catch(() => null);
    return contact ? [name] : [];
  });
  return (await Promise.all(asked)).flat().toSorted();
}

const owners = Object.keys(spec).filter((name) => name !== 'gone') as Name[];
const holders = [
  ...owners.map((name) => ({ held: `${name}’s own`, by: () => ({ owner_id: company.people[name].userId }) })),
  ...['Leads', 'Late'].map((pool) => ({ held: `one in ${pool}`, by: () => ({ pool_id: company.pools[pool] ?? 0 }) })),
];

describe('a change is told to everybody who can open the contact, and to nobody else', () => {
  test.each(holders)('$held', async ({ by }) => {
    const id = await aContact(server, company.companyId, { first_name: 'Rosa', ...by() });
    await company.people.admin.call(updateContact, { params: { id }, body: { city: 'Miami' } });
    const opens = await whoOpens(id);
    expect(opens).toEqual(expect.arrayContaining(['admin', 'sub_admin']));
    expect(await told()).toEqual(opens);
  });
});

test('a contact that changes hands is told to those who had it and those who have it', async () => {
  const { agent2, admin } = company.people;
  const pool_id = company.pools.Late ?? 0;
  const id = await aContact(server, company.companyId, { first_name: 'Tom', owner_id: agent2.userId });
  const before = await whoOpens(id);
  await admin.call(updateContact, { params: { id }, body: { pool_id } });
  expect(await told()).toEqual([...new Set([...before, ...(await whoOpens(id))])].toSorted());
  const pooled = await whoOpens(id);
  await company.people.pool_holder.call(assignContactToMe, { params: { id } });
  expect(await told()).toEqual([...new Set([...pooled, ...(await whoOpens(id))])].toSorted());
});

test('a new contact is told to those who can open it', async () => {
  const { id } = await company.people.agent3.call(createContact, { body: { first_name: 'New' } });
  expect(await told()).toEqual(await whoOpens(id));
});

test('who joins or leaves somebody’s reach hears from then on, or no more', async () => {
  const { agent, manager2, admin } = company.people;
  const id = await aContact(server, company.companyId, { first_name: 'Ann', owner_id: agent.userId });
  const change = async (city: string) => {
    await admin.call(updateContact, { params: { id }, body: { city } });
    return told();
  };
  expect(await change('Miami')).not.toContain('manager2');
  const reportTo = (userId: number) =>
    server.operator.db.updateTable('users').set({ manager_id: userId }).where('id', '=', agent.userId).execute();
  await reportTo(manager2.userId);
  const moved = await change('Tampa');
  expect(moved).toContain('manager2');
  expect(moved).not.toContain('manager');
  await reportTo(company.people.manager.userId);
});

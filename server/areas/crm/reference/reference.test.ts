// Look-up lists: the own company's, in its order.
import { beforeAll, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { listAgentflowStatuses, listCarriers, listSources, listStatuses } from '#contract/reference.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'basic'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { basic: {} });
  const other = await aCompany(server, { basic: {} });
  const { db } = server.operator;
  for (const { companyId: company_id } of [company, other]) {
    const mark = company_id === company.companyId ? '' : ' of others';
    await db
      .insertInto('statuses')
      .values([
        { company_id, title: `Sold${mark}`, color: 'green', position: 1 },
        { company_id, title: `New${mark}`, color: 'blue', position: 0 },
        { company_id, title: `Éclair${mark}`, position: 1 },
      ])
      .execute();
    const group = { company_id, title: 'First contact' };
    const group_id = await insertId(db, 'agentflow_status_groups', group);
    await insertId(db, 'agentflow_statuses', { company_id, title: `Called${mark}`, group_id });
    const source_id = await insertId(db, 'sources', { company_id, title: `Website${mark}` });
    await insertId(db, 'sources', { company_id, title: `referral${mark}` });
    for (const name of ['Online, Inc', '"Quoted"']) {
      const corporation_id = await insertId(db, 'corporations', { company_id, name });
      await db.insertInto('source_corporations').values({ company_id, source_id, corporation_id }).execute();
    }
    await db
      .insertInto('carriers')
      .values(['Blue 10', 'Blue 9', 'Áccent', 'zeta 100%'].map((name) => ({ company_id, name: `${name}${mark}` })))
      .execute();
  }
});

test('statuses come by place, then name, as value and label too', async () => {
  const { data } = await company.people.basic.call(listStatuses, {});
  expect(data.map((status) => status.title)).toEqual(['New', 'Éclair', 'Sold']);
  expect(data[0]).toEqual({ id: expect.any(Number), value: data[0]?.id, title: 'New', label: 'New', color: 'blue' });
});

test('agentflow statuses name their group', async () => {
  expect(await company.people.basic.call(listAgentflowStatuses, {})).toMatchObject({
    data: [{ title: 'Called', label: 'Called', group: 'First contact', color: 'gray' }],
  });
});

test('sources name their corporations', async () => {
  const { data } = await company.people.basic.call(listSources, {});
  expect(data).toMatchObject([
    { title: 'referral', corporations: [] },
    { title: 'Website', corporations: ['"Quoted"', 'Online, Inc'] },
  ]);
});

test('carriers are found by a part of their name, numbers ordered as people count', async () => {
  const find = async (q: string) =>
    (await company.people.basic.call(listCarriers, { query: { q } })).data.map(({ name }) => name);
  expect(await find('')).toEqual(['Áccent', 'Blue 9', 'Blue 10', 'zeta 100%']);
  expect(await find('BLUE')).toEqual(['Blue 9', 'Blue 10']);
  expect(await find('accent')).toEqual(['Áccent']);
  expect(await find('%')).toEqual(['zeta 100%']);
});

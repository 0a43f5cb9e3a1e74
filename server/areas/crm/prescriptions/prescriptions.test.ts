// Prescriptions: sealed, for few roles, each look in the audit log, and no edit lost to another.
import { beforeAll, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { mergeContacts } from '#contract/contactMerges.ts';
import { getRxDetails, updateRxDetails } from '#contract/prescriptions.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2' | 'telemarketer'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {}, telemarketer: {} });
});

const aContactOf = (client: Client) => aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa' });
const view = (client: Client, id: number) => client.call(getRxDetails, { params: { id } });
const save = (client: Client, id: number, version: string, rx_details: { id?: number; drug: string; dose?: string }[]) =>
  client.call(updateRxDetails, { params: { id }, body: { version, rx_details } });

test('are added, changed and removed as one list', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  const { version } = await view(agent, id);
  const first = await save(agent, id, version, [{ drug: 'Metformin', dose: '500 mg' }, { drug: 'Zocorex' }]);
  const [metformin, other] = first.data;
  expect(first.data).toMatchObject([{ drug: 'Metformin', dose: '500 mg', doctor: '' }, { drug: 'Zocorex' }]);
  const changed = await save(agent, id, first.version, [{ id: metformin?.id ?? 0, drug: 'Metformin', dose: '850 mg' }]);
  expect(changed.data).toEqual([{ ...metformin, dose: '850 mg' }]);
  expect(await view(agent, id)).toEqual(changed);
  await expect(save(agent, id, changed.version, [{ id: other?.id ?? 0, drug: 'X' }])).rejects.toMatchObject({ status: 404 });
});

test('an edit of an older list is refused, and nothing is lost', async () => {
  const { admin, agent } = company.people;
  const id = await aContactOf(agent);
  const { version } = await view(agent, id);
  const theirs = await save(admin, id, version, [{ drug: 'Lisinopril' }]);
  await expect(save(agent, id, version, [{ drug: 'Metformin' }])).rejects.toMatchObject({ code: 'prescriptions.stale' });
  expect((await view(agent, id)).data).toEqual(theirs.data);
  // Removed and added again: the same words, other rows.
  const again = await save(admin, id, theirs.version, [{ drug: 'Lisinopril' }]);
  const edit = [{ id: theirs.data[0]?.id ?? 0, drug: 'Lisinopril', dose: '10 mg' }];
  await expect(save(agent, id, theirs.version, edit)).rejects.toMatchObject({ code: 'prescriptions.stale' });
  expect(await view(agent, id)).toEqual(again);
});

test('each look is in the audit log with who, whose and when; the log and the journal name no drug', async () => {
  const { admin, agent } = company.people;
  const id = await aContactOf(agent);
  const { version } = await view(agent, id);
  await save(agent, id, version, [{ drug: 'Xyzolol' }]);
  await view(admin, id);
  const { data } = await admin.call(listAuditEntries, {
    query: { action: 'prescriptions.viewed', of_type: 'contact', of_id: id },
  });
  expect(data.map(({ actor }) => actor?.id)).toEqual([admin.userId, agent.userId]);
  const { db } = server.operator;
  const stored = [
    await db.selectFrom('contact_changes').selectAll().where('contact_id', '=', id).execute(),
    await db.selectFrom('audit_log').selectAll().execute(),
    (await db.selectFrom('contact_prescriptions').selectAll().where('contact_id', '=', id).execute()).map((row) =>
      row.details_sealed.toString('latin1'),
    ),
  ];
  expect(stored[2]).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain('Xyzolol');
  const timeline = await agent.call(listContactTimeline, { params: { id }, query: {} });
  expect(timeline.data).toMatchObject([{ action: 'prescriptions_changed' }]);
});

test('are for those who may, within reach', async () => {
  const { agent, agent2, telemarketer } = company.people;
  await expect(view(agent2, await aContactOf(agent))).rejects.toMatchObject({ status: 404 });
  await expect(view(telemarketer, await aContactOf(telemarketer))).rejects.toMatchObject({ status: 403 });
});

test('are 100 at most; a longer list, which a merge made, can be changed but not grow', async () => {
  const { agent } = company.people;
  const drugs = (count: number) => Array.from({ length: count }, (_, place) => ({ drug: `Drug ${place}` }));
  const [id, other] = [await aContactOf(agent), await aContactOf(agent)];
  const { version } = await view(agent, id);
  await expect(save(agent, id, version, drugs(101))).rejects.toMatchObject({ status: 422 });
  await save(agent, id, version, drugs(100));
  await save(agent, other, version, drugs(2));
  await agent.call(mergeContacts, { body: { ids: [id, other], survivor_id: id } });
  const merged = await view(agent, id);
  expect(merged.data).toHaveLength(102);
  await expect(save(agent, id, merged.version, [...merged.data, { drug: 'More' }])).rejects.toMatchObject({ status: 422 });
  const fewer = await save(agent, id, merged.version, merged.data.slice(1));
  expect(fewer.data).toHaveLength(101);
});

test('a row given twice is refused', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  const { data, version } = await save(agent, id, (await view(agent, id)).version, [{ drug: 'Metformin' }]);
  await expect(save(agent, id, version, [...data, ...data])).rejects.toMatchObject({ status: 422 });
});

// A field gets back the value that it had before an entry of the timeline.
import { beforeAll, expect, test } from 'vitest';
import { listContactTimeline, restoreContactValue } from '#contract/contactHistory.ts';
import { getContact, updateContact } from '#contract/contacts.ts';
import { createCustomField } from '#contract/customFields.ts';
import { aCompany, aContact, aStatus, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
});

const at = (id: number) => ({ params: { id } });
const aContactOf = (client: Client) => aContact(server, company.companyId, { owner_id: client.userId, first_name: 'Rosa' });
const edit = (client: Client, id: number, body: object) => client.call(updateContact, { ...at(id), body });
const read = (client: Client, id: number) => client.call(getContact, { ...at(id), query: {} });
const timeline = async (client: Client, id: number) => (await client.call(listContactTimeline, { ...at(id), query: {} })).data;
/** Takes the field back to before the newest entry that changed it. */
async function restore(client: Client, id: number, field: string) {
  const entry = (await timeline(client, id)).find(({ changes }) => changes.some((change) => change.field === field));
  const { version } = await read(client, id);
  return client.call(restoreContactValue, { params: { id, entryId: entry?.id ?? 0 }, body: { field, version } });
}

test('a status, a list of phones, an emptied day and a custom field come back, each as an edit in the journal', async () => {
  const { admin, agent } = company.people;
  const id = await aContactOf(agent);
  const [cold, warm] = [await aStatus(server, company.companyId, 'Cold'), await aStatus(server, company.companyId, 'Warm')];
  const field = await admin.call(createCustomField, { body: { name: 'Premium', type: 'number' } });
  const phones = [{ type: 2 as const, number: '3055550142' }];
  const first = { status_id: cold, phones, birth_date: '1961-04-02', city: '', custom_fields: { [field.id]: 40 } };
  await edit(agent, id, first);
  const last = { status_id: warm, phones: [], birth_date: null, city: 'Tampa', custom_fields: { [field.id]: 55 } };
  await edit(agent, id, last);

  for (const name of ['status_id', 'phones', 'birth_date', 'city', `custom:${field.id}`]) await restore(agent, id, name);
  expect(await read(agent, id)).toMatchObject(first);
  expect(await timeline(agent, id)).toMatchObject([
    { action: 'updated', actor: { id: agent.userId }, changes: [{ field: `custom:${field.id}`, before: 55, after: 40 }] },
    { changes: [{ field: 'city', before: 'Tampa', after: '' }] },
    { changes: [{ field: 'birth_date', before: null, after: '1961-04-02' }] },
    { changes: expect.arrayContaining([expect.objectContaining({ field: 'phones', before: [], after: phones })]) },
    { changes: [{ field: 'status_id', before: warm, after: cold }] },
    {},
    {},
  ]);
});

test('a contact goes back to the user who had it', async () => {
  const { manager, agent } = company.people;
  const id = await aContactOf(agent);
  await edit(manager, id, { owner_id: manager.userId });
  expect(await restore(manager, id, 'owner_id')).toMatchObject({ owner: { id: agent.userId } });
});

test('an editor who has not seen the latest change is told, and nothing is written', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  await edit(agent, id, { city: 'Miami' });
  const [entry] = await timeline(agent, id);
  const { version } = await read(agent, id);
  await edit(agent, id, { city: 'Tampa' });
  const stale = agent.call(restoreContactValue, { params: { id, entryId: entry?.id ?? 0 }, body: { field: 'city', version } });
  await expect(stale).rejects.toMatchObject({ status: 409, code: 'contacts.stale' });
  expect((await read(agent, id)).city).toBe('Tampa');
});

test('a Medicare number stays sealed, and what has no earlier value is refused', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  await edit(agent, id, { medicare_number: '1EG4-TE5-MK73' });
  await edit(agent, id, { medicare_number: '' });
  const [entry] = await timeline(agent, id);
  expect(entry?.changes).toMatchObject([{ field: 'medicare_number', before: '(sealed)', restorable: false }]);
  await expect(restore(agent, id, 'medicare_number')).rejects.toMatchObject({ status: 422, code: 'invalid' });
  const { version } = await read(agent, id);
  const params = { id, entryId: entry?.id ?? 0 };
  for (const field of ['city', 'deleted_at', 'toString', 'custom:9', 'custom_fields'])
    await expect(agent.call(restoreContactValue, { params, body: { field, version } })).rejects.toMatchObject({
      code: 'invalid',
    });
});

test('a status that was deleted since does not come back', async () => {
  const { agent } = company.people;
  const id = await aContactOf(agent);
  const [gone, kept] = [await aStatus(server, company.companyId, 'Gone'), await aStatus(server, company.companyId, 'Kept')];
  await edit(agent, id, { status_id: gone });
  await edit(agent, id, { status_id: kept });
  await server.operator.db.deleteFrom('statuses').where('id', '=', gone).execute();
  await expect(restore(agent, id, 'status_id')).rejects.toMatchObject({ status: 422, code: 'invalid' });
});

test('only in reach, and only an entry of this contact', async () => {
  const { agent, agent2 } = company.people;
  const [id, other] = [await aContactOf(agent), await aContactOf(agent)];
  await edit(agent, id, { city: 'Miami' });
  const [entry] = await timeline(agent, id);
  const body = { field: 'city', version: (await read(agent, id)).version };
  const call = (client: Client, of: number) =>
    client.call(restoreContactValue, { params: { id: of, entryId: entry?.id ?? 0 }, body });
  await expect(call(agent2, id)).rejects.toMatchObject({ status: 404 });
  await expect(call(agent, other)).rejects.toMatchObject({ status: 404 });
});

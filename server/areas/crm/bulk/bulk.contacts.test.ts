// Deleting, restoring and changing many contacts, and undoing it: asked for through HTTP, done by the worker.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { updateOperation } from '#areas/crm/contacts/contacts.service.ts';
import {
  type BulkAction,
  exportUnchanged,
  getBulkAction,
  listBulkActions,
  listKeptByUndo,
  undoBulkAction,
} from '#contract/bulk.ts';
import {
  destroyContacts,
  getWorkersStatus,
  listSelectedItems,
  restoreContacts,
  selectFirstLast,
  updateContactGroup,
} from '#contract/contactActions.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact, listContacts, updateContact } from '#contract/contacts.ts';
import { createCustomField } from '#contract/customFields.ts';
import { createPolicy, deletePolicy } from '#contract/policies.ts';
import { deleteStatus } from '#contract/reference.ts';
import { createTag, updateTagsGroup, updateTagsSingle } from '#contract/tags.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, aStatus, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { bulkChores } from './bulk.chores.ts';
import { runBulkAction } from './bulk.run.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2'>;
let admin: Client;
let agent: Client;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {} });
  ({ admin, agent } = company.people);
});

const finished = (client: Client, { id }: BulkAction) =>
  until(async () => {
    const action = await client.call(getBulkAction, { params: { id } });
    return action.finished_at ? action : null;
  });
const undo = async (client: Client, { id }: BulkAction) =>
  finished(client, await client.call(undoBulkAction, { params: { id } }));
const contactOf = (owner: Client, columns: object = {}) =>
  aContact(server, company.companyId, { owner_id: owner.userId, first_name: 'B', last_name: 'Undo', ...columns });
const statusOf = (title: string) => aStatus(server, company.companyId, `${title} ${crypto.randomUUID()}`);
const titleOf = async (id: number) => (await storedContact(server, id)).occupation;

describe('deleting', () => {
  test('takes contacts out of the list and into the group of deleted ones; restoring brings them back whole', async () => {
    const [id, other] = [await contactOf(agent, { last_name: 'Gone', note: 'Standing' }), await contactOf(company.people.agent2)];
    const action = await finished(agent, await agent.call(destroyContacts, { body: { ids: [id, other] } }));
    expect(action).toMatchObject({ operation: 'delete', status: 'complete', total: 1, changed: 1, can: { undo: true } });
    const list = async (contact_group: 'all' | 'deleted') =>
      (await agent.call(listContacts, { body: { contacts_scope: { q: 'gone', contact_group } } })).data.map((row) => row.id);
    expect([await list('all'), await list('deleted')]).toEqual([[], [id]]);
    expect(await agent.call(getContact, { params: { id }, query: {} })).toMatchObject({ can: { update: false, delete: false } });

    const everyDeleted = { all: true, contacts_scope: { q: 'gone' } };
    expect(await finished(agent, await agent.call(restoreContacts, { body: everyDeleted }))).toMatchObject({ changed: 1 });
    expect([await list('all'), await list('deleted')]).toEqual([[id], []]);
    expect(await agent.call(getContact, { params: { id }, query: {} })).toMatchObject({
      note: 'Standing',
      can: { update: true },
    });
    const { data } = await agent.call(listContactTimeline, { params: { id }, query: {} });
    expect(data.map((entry) => entry.action)).toEqual(['restored', 'deleted']);
  });

  test('is undone for those that nobody has restored since', async () => {
    const [one, two] = [await contactOf(agent), await contactOf(agent)];
    const action = await finished(agent, await agent.call(destroyContacts, { body: { ids: [one, two] } }));
    await finished(agent, await agent.call(restoreContacts, { body: { ids: [two] } }));
    expect(await undo(agent, action)).toMatchObject({ operation: 'undo', undo_of: action.id, changed: 1, kept: 1 });
    expect((await storedContact(server, one)).deleted_at).toBeNull();
  });
});

test('an unknown field of a selection or of its scope is refused, not ignored', async () => {
  const body = (extra: object) => ({ all: true, ...extra }) as never;
  for (const extra of [{ exept_ids: [1] }, { contacts_scope: { stauts: 1 } }, { select_n: 2 }])
    await expect(agent.call(destroyContacts, { body: body(extra) })).rejects.toMatchObject({ status: 422 });
});

describe('changing fields', () => {
  test('gives all the same values, and skips contacts that hold them already', async () => {
    const [status, before] = [await statusOf('Now'), await statusOf('Before')];
    const ids = [
      await contactOf(agent, { status_id: before, birth_date: '1960-02-03' }),
      await contactOf(agent, { status_id: status }),
    ];
    const fields = { status_id: status, occupation: 'Nurse', do_not_call: true, birth_date: null };
    const body = { ids, fields };
    expect(await finished(agent, await agent.call(updateContactGroup, { body }))).toMatchObject({
      operation: 'update',
      changed: 2,
    });
    for (const id of ids) expect(await storedContact(server, id)).toMatchObject({ ...fields, version: 2 });
    expect(await finished(agent, await agent.call(updateContactGroup, { body }))).toMatchObject({ changed: 0 });
    const { data } = await agent.call(listContactTimeline, { params: { id: ids[0] ?? 0 }, query: {} });
    expect(data[0]?.changes).toContainEqual({ field: 'birth_date', before: '1960-02-03', after: null, restorable: true });
  });

  test('gives custom fields a value, and gives the former one back unless somebody changed it since', async () => {
    const field = (name: string, type: 'number' | 'choice') =>
      admin.call(createCustomField, { body: { name: `${name} ${crypto.randomUUID()}`, type, choices: ['Gold', 'Silver'] } });
    const [premium, level] = [await field('Premium', 'number'), await field('Level', 'choice')];
    const [first, second] = [await contactOf(agent), await contactOf(agent)];
    const custom = async (id: number) => (await agent.call(getContact, { params: { id }, query: {} })).custom_fields;
    await agent.call(updateContact, { params: { id: first }, body: { custom_fields: { [premium.id]: 40 } } });
    const given = { [premium.id]: 55.5, [level.id]: 'Gold' };
    const body = { ids: [first, second], fields: { custom_fields: given } };
    const action = await finished(agent, await agent.call(updateContactGroup, { body }));
    expect(action).toMatchObject({ changed: 2 });
    expect(await Promise.all([first, second].map(custom))).toEqual([given, given]);
    expect(await finished(agent, await agent.call(updateContactGroup, { body }))).toMatchObject({ changed: 0 });
    await agent.call(updateContact, { params: { id: second }, body: { custom_fields: { [level.id]: 'Silver' } } });
    const undone = await undo(agent, action);
    expect(undone).toMatchObject({ changed: 2, kept: 1, can: { list_unchanged: true } });
    const file = String(await agent.call(exportUnchanged, { params: { id: undone.id } }));
    expect(file.trim().split('\r\n').slice(1)).toEqual([`${second},B,Undo,Changed since by agent Tester: ${level.name}`]);
    expect(await Promise.all([first, second].map(custom))).toEqual([{ [premium.id]: 40 }, { [level.id]: 'Silver' }]);
    const wrong = { custom_fields: { [level.id]: 'Iron' } };
    await expect(agent.call(updateContactGroup, { body: { ids: [first], fields: wrong } })).rejects.toMatchObject({
      status: 422,
      problem: { errors: { [`custom_fields.${level.id}`]: ['Choose from the list'] } },
    });
  });

  test('refuses what a contact cannot hold, and people out of reach', async () => {
    const ids = [await contactOf(agent)];
    for (const fields of [{}, { state: 'ZZ' }, { owner_id: 1, pool_id: 1 }, { gender: 'none' }])
      await expect(agent.call(updateContactGroup, { body: { ids, fields: fields as never } })).rejects.toMatchObject({
        status: 422,
      });
    const to = { owner_id: company.people.agent2.userId };
    await expect(agent.call(updateContactGroup, { body: { ids, fields: to } })).rejects.toMatchObject({ status: 403 });
  });

  test('is undone field by field: what somebody changed since stays, and is listed with their name', async () => {
    const [first, second] = [
      await contactOf(agent, { occupation: 'Baker', city: 'Miami' }),
      await contactOf(agent, { city: 'Tampa' }),
    ];
    const body = { ids: [first, second], fields: { occupation: 'Nurse', city: 'Ocala' } };
    const action = await finished(agent, await agent.call(updateContactGroup, { body }));
    await admin.call(updateContact, { params: { id: second }, body: { city: 'Naples' } });
    const undone = await undo(agent, action);
    expect(undone).toMatchObject({ status: 'complete', changed: 2, kept: 1, can: { undo: false } });
    expect(await storedContact(server, first)).toMatchObject({ occupation: 'Baker', city: 'Miami' });
    expect(await storedContact(server, second)).toMatchObject({ occupation: '', city: 'Naples' });
    const { data } = await agent.call(listKeptByUndo, { params: { id: undone.id }, query: {} });
    expect(data).toMatchObject([{ contact: { id: second }, fields: ['city'], changed_by: { name: 'admin Tester' } }]);
    await expect(agent.call(undoBulkAction, { params: { id: action.id } })).rejects.toMatchObject({
      code: 'bulk.nothing_to_undo',
    });
  });

  test('of the kind is undone to what the policies say by then', async () => {
    const inForce = { data: { product: 'Term 20', status: 'in_force' as const } };
    const kindOf = async (id: number) => (await storedContact(server, id)).kind;
    const change = async (id: number, kind: 'lead' | 'client') =>
      finished(agent, await agent.call(updateContactGroup, { body: { ids: [id], fields: { kind } } }));
    const [becomes, ends] = [await contactOf(agent), await contactOf(agent)];
    const { id: policyId } = await agent.call(createPolicy, { params: { id: ends }, body: inForce });
    const [toClient, toLead] = [await change(becomes, 'client'), await change(ends, 'lead')];
    await agent.call(createPolicy, { params: { id: becomes }, body: inForce });
    await agent.call(deletePolicy, { params: { id: ends, policyId } });
    await undo(agent, toClient);
    await undo(agent, toLead);
    expect([await kindOf(becomes), await kindOf(ends)]).toEqual(['client', 'lead']);
  });

  test('is undone in reverse order down to the first state', async () => {
    const id = await contactOf(agent, { occupation: 'Baker' });
    const give = async (occupation: string) =>
      finished(agent, await agent.call(updateContactGroup, { body: { ids: [id], fields: { occupation } } }));
    const [nurse, pilot] = [await give('Nurse'), await give('Pilot')];
    await undo(agent, pilot);
    expect(await titleOf(id)).toBe('Nurse');
    await undo(agent, nurse);
    expect(await titleOf(id)).toBe('Baker');
  });

  test('leaves a status as it is where the former one has been deleted since', async () => {
    const [former, now] = [await statusOf('Former'), await statusOf('Now')];
    const id = await contactOf(agent, { status_id: former });
    const action = await finished(
      agent,
      await agent.call(updateContactGroup, { body: { ids: [id], fields: { status_id: now } } }),
    );
    await admin.call(deleteStatus, { params: { id: former }, query: {} });
    expect(await undo(agent, action)).toMatchObject({ changed: 0, kept: 1 });
    expect((await storedContact(server, id)).status_id).toBe(now);
  });
});

describe('handing over', () => {
  test('is undone by its asker, also out of their reach; a contact handed on since stays', async () => {
    const { manager, agent2 } = company.people;
    const ids = [await contactOf(agent), await contactOf(agent)];
    const fields = { owner_id: agent2.userId };
    const action = await finished(admin, await admin.call(updateContactGroup, { body: { ids, fields } }));
    await admin.call(updateContact, { params: { id: ids[1] ?? 0 }, body: { owner_id: manager.userId } });
    expect(await undo(admin, action)).toMatchObject({ changed: 1, kept: 1 });
    const owners = await Promise.all(ids.map(async (id) => (await storedContact(server, id)).owner_id));
    expect(owners).toEqual([agent.userId, manager.userId]);
  });
});

test('a leader undoes what a member of their team did before joining it only where they reach the contacts', async () => {
  const office = await aCompany(server, {
    admin: {},
    west: { role: 'bu_admin', unit: 'West' },
    agent: { unit: 'East' },
    colleague: { role: 'agent', unit: 'East' },
  });
  const { west, agent: mover, colleague } = office.people;
  const of = ({ userId }: Client) => aContact(server, office.companyId, { owner_id: userId, occupation: 'Baker' });
  const ids = [await of(mover), await of(mover)];
  const change = await finished(mover, await mover.call(updateContactGroup, { body: { ids, fields: { occupation: 'Nurse' } } }));
  const { db } = server.operator;
  const given = { owner_id: colleague.userId };
  await db
    .updateTable('contacts')
    .set(given)
    .where('id', '=', ids[1] ?? 0)
    .execute(); // the East keeps one
  const unit = await db.selectFrom('users').select('business_unit_id').where('id', '=', west.userId).executeTakeFirstOrThrow();
  await db.updateTable('users').set(unit).where('id', '=', mover.userId).execute();
  expect(await undo(west, change)).toMatchObject({ total: 1, changed: 1 });
  expect(await Promise.all(ids.map(titleOf))).toEqual(['Baker', 'Nurse']);
});

test('tags are undone one by one: those put on since stay', async () => {
  const tag = async () => (await admin.call(createTag, { body: { name: crypto.randomUUID() } })).id;
  const [had, given, since] = [await tag(), await tag(), await tag()];
  const id = await contactOf(agent, { tags: [had] });
  const action = await finished(
    agent,
    await agent.call(updateTagsGroup, { body: { ids: [id], tags: [given], remove_tags: [had] } }),
  );
  await agent.call(updateTagsSingle, { body: { id, tags: [given, since] } });
  expect(await undo(agent, action)).toMatchObject({ changed: 1, kept: 0 });
  expect((await storedContact(server, id)).tags.toSorted()).toEqual([had, since].toSorted());
});

test('nobody undoes what they may not see, or what changed nothing', async () => {
  const id = await contactOf(agent, { occupation: 'Nurse' });
  const body = { ids: [id], fields: { occupation: 'Nurse' } };
  const action = await finished(agent, await agent.call(updateContactGroup, { body }));
  const params = { id: action.id };
  await expect(agent.call(undoBulkAction, { params })).rejects.toMatchObject({ code: 'bulk.nothing_to_undo' });
  await expect(company.people.agent2.call(undoBulkAction, { params })).rejects.toMatchObject({ status: 404 });
});

test('the first and last n of a scope, and chosen rows, are those in reach', async () => {
  await manyContacts(server, company.companyId, agent.userId, 3, 'Ordered');
  const contacts_scope = { q: 'ordered' };
  const choose = async (type: 'first' | 'last') =>
    (await agent.call(selectFirstLast, { body: { select_n: 2, type, contacts_scope } })).ids;
  const all = (await agent.call(listContacts, { body: { contacts_scope } })).data.map(({ id }) => id);
  expect(all).toHaveLength(3);
  expect([await choose('first'), await choose('last')]).toEqual([all.slice(0, 2), all.slice(1).toReversed()]);
  const foreign = await contactOf(company.people.agent2);
  const { data } = await agent.call(listSelectedItems, { body: { ids: [...all, foreign], limit: 2 } });
  expect(data.map(({ id }) => id)).toEqual(all.slice(0, 2));
});

test('workers are busy while an action waits', async () => {
  const { id } = await server.operator.db
    .insertInto('bulk_actions')
    .values({ company_id: company.companyId, operation: 'tag', asked_by: agent.userId, selection: '{}', input: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await agent.call(getWorkersStatus, {})).toMatchObject({ busy: true, data: [{ id, status: 'queued' }] });
  await server.operator.db.updateTable('bulk_actions').set({ status: 'cancelled' }).where('id', '=', id).execute();
  expect(await agent.call(getWorkersStatus, {})).toEqual({ busy: false, data: [] });
});

test('the first n are those that the list shows; exceptions are taken from them', async () => {
  await manyContacts(server, company.companyId, agent.userId, 4, 'Except');
  const contacts_scope = { q: 'except' };
  const all = (await agent.call(listContacts, { body: { contacts_scope } })).data.map(({ id }) => id);
  const body = { all: true, except_ids: [all[0] ?? 0], contacts_scope: { ...contacts_scope, select_n: 3 } };
  const action = await finished(
    agent,
    await agent.call(updateContactGroup, { body: { ...body, fields: { occupation: 'Chosen' } } }),
  );
  expect(action).toMatchObject({ total: 2, changed: 2 });
  const titles = await Promise.all(all.map(titleOf));
  expect(titles.map((title) => title === 'Chosen')).toEqual([false, true, true, false]);
  const first = await agent.call(listContacts, { body: { contacts_scope: { ...contacts_scope, select_n: 1, type: 'last' } } });
  expect(first.data.map(({ id }) => id)).toEqual(all.slice(3));
});

test('a scope chooses by who looks after a contact, and goes beyond the group in view', async () => {
  const tag = crypto.randomUUID();
  const id = await contactOf(admin, { occupation: tag, deleted_at: null });
  const ids = async (contacts_scope: object) =>
    (await admin.call(listContacts, { body: { contacts_scope: { q: 'undo', pool_id: 'all', ...contacts_scope } } })).data
      .map((row) => row.id)
      .filter((each) => each === id);
  expect(await ids({ representer_type: 'user' })).toEqual([id]);
  expect(await ids({ representer_type: 'pool' })).toEqual([]);
  expect(await ids({ contact_group: 'deleted' })).toEqual([]);
  expect(await ids({ contact_group: 'deleted', for_contact_group_all: true })).toEqual([id]);
});

test('the list says what each action gave, a page at a time, and the file which contacts stayed as they were', async () => {
  const office = await aCompany(server, { admin: {} });
  const boss = office.people.admin;
  const own = (columns: object) => aContact(server, office.companyId, { owner_id: boss.userId, last_name: 'Listed', ...columns });
  const [nurse, baker] = [await own({ occupation: 'Nurse', first_name: 'Nell' }), await own({ occupation: 'Baker' })];
  const change = async (fields: object) =>
    finished(boss, await boss.call(updateContactGroup, { body: { ids: [nurse, baker], fields } }));
  const first = await change({ occupation: 'Nurse' });
  expect(first).toMatchObject({ total: 2, changed: 1 });
  await change({ city: 'Ocala', owner_id: boss.userId });
  const { data, meta } = await boss.call(listBulkActions, { query: { limit: 1 } });
  expect(data).toMatchObject([{ gives: { fields: ['city', 'owner_id'], to: 'admin Tester', tags: [] } }]);
  const next = await boss.call(listBulkActions, { query: { limit: 1, cursor: meta.next_cursor ?? '' } });
  expect(next).toMatchObject({
    data: [{ id: first.id, gives: { fields: ['occupation'], to: null } }],
    meta: { next_cursor: null },
  });
  const file = String(await boss.call(exportUnchanged, { params: { id: first.id } }));
  expect(file.trim().split('\r\n').slice(1)).toEqual([`${nurse},Nell,Listed,Nothing to change`]);

  const offered = async () => (await boss.call(getBulkAction, { params: { id: first.id } })).can.list_unchanged;
  expect(await offered()).toBe(true);
  const { db } = server.operator;
  await db
    .updateTable('bulk_actions')
    .set({ finished_at: sql<Date>`now() - interval '31 days'` })
    .where('id', '=', first.id)
    .execute();
  for (const chore of bulkChores) await chore.run(db, server.platform);
  expect(await offered()).toBe(false);
});

test('two users change the same contacts at once: each undo gives back what still stands from its own action', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => contactOf(agent, { city: 'Miami' })));
  const change = (client: Client, city: string) => client.call(updateContactGroup, { body: { ids, fields: { city } } });
  const both = await Promise.all([change(agent, 'Ocala'), change(admin, 'Tampa')]);
  const [first, second] = await Promise.all(both.map((action) => finished(admin, action)));
  expect([first?.changed, second?.changed]).toEqual([5, 5]);
  const cityOf = async (id: number) => (await storedContact(server, id)).city;
  const last = await cityOf(ids[0] ?? 0);
  const [earlier, later] = last === 'Tampa' ? both : both.toReversed();
  if (!earlier || !later) throw new Error('both ran');
  expect(await undo(admin, earlier)).toMatchObject({ changed: 0, kept: 5 });
  expect(await Promise.all(ids.map(cityOf))).toEqual(ids.map(() => last));
  expect(await undo(admin, later)).toMatchObject({ changed: 5, kept: 0 });
});

test('an undo leaves a contact alone whose former pool is gone, or whose former owner has left', async () => {
  const { db } = server.operator;
  const { companyId } = company;
  const pool = await db
    .insertInto('pools')
    .values({ company_id: companyId, name: crypto.randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const office = await aCompany(server, { admin: {}, leaver: { role: 'agent' } });
  const boss = office.people.admin;
  const pooled = await aContact(server, companyId, { pool_id: pool.id });
  const others = await contactOf(agent);
  const moved = await finished(
    admin,
    await admin.call(updateContactGroup, { body: { ids: [pooled, others], fields: { owner_id: admin.userId } } }),
  );
  await db.deleteFrom('pools').where('id', '=', pool.id).execute();
  expect(await undo(admin, moved)).toMatchObject({ status: 'complete', changed: 1, kept: 1 });
  expect(await storedContact(server, pooled)).toMatchObject({ owner_id: admin.userId, pool_id: null });

  const left = await aContact(server, office.companyId, { owner_id: office.people.leaver.userId });
  const given = await finished(
    boss,
    await boss.call(updateContactGroup, { body: { ids: [left], fields: { owner_id: boss.userId } } }),
  );
  await db.updateTable('users').set({ active: false }).where('id', '=', office.people.leaver.userId).execute();
  expect(await undo(boss, given)).toMatchObject({ changed: 0, kept: 1 });
});

test('what is refused while it runs fails at once, with the reason', async () => {
  const [id, field] = [await contactOf(agent), { name: crypto.randomUUID(), type: 'choice' as const, choices: ['Gold'] }];
  const { id: fieldId } = await admin.call(createCustomField, { body: field });
  const row = await server.operator.db
    .insertInto('bulk_actions')
    .values({
      company_id: company.companyId,
      operation: 'update',
      asked_by: agent.userId,
      selection: JSON.stringify({ ids: [id] }),
      input: JSON.stringify({ custom_fields: { [fieldId]: 'Iron' } }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ctx = await workCtxOf(agent);
  await runBulkAction(ctx, row.id, [updateOperation as never], { signal: new AbortController().signal });
  expect(await agent.call(getBulkAction, { params: { id: row.id } })).toMatchObject({
    status: 'failed',
    error: 'Some fields are not right. Finished batches stay.',
  });
});

async function workCtxOf({ token }: Client) {
  const session = await authenticate(server.platform, token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  return { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor: session.actor };
}

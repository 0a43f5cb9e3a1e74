// A user leaves with a hand-over, and comes back, through HTTP and worker.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { getBulkAction, undoBulkAction } from '#contract/bulk.ts';
import { destroyContacts, restoreContacts } from '#contract/contactActions.ts';
import { getContact, quickUpdateContact } from '#contract/contacts.ts';
import { getImportAttempt, importContacts, retryFailedImport } from '#contract/imports.ts';
import { getQuietJobs, quietJobs } from '#contract/quietJobs.ts';
import { createOfficeLocation, getOfficeLocation, getPool } from '#contract/reference.ts';
import { getMe } from '#contract/signIn.ts';
import { completeTask, createTask, getTask, listContactTasks } from '#contract/tasks.ts';
import { deactivateUser, getUser, getUserBelongings, reactivateUser } from '#contract/userAdmin.ts';
import { storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, type Person } from '#tests/support/factories.ts';
import { drop, formOf, finished as importFinished } from '#tests/support/imports.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { aServer, type Client, send, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ worker: true });
});

const anOffice = () =>
  aCompany(server, {
    admin: {},
    manager: {},
    field: { role: 'field_manager', under: 'manager', holds: ['Walk-ins'] },
    agent: { under: 'field' },
    next: { role: 'agent' },
    other: { role: 'agent' },
  });

const finished = (admin: Client, action: { id: number } | null) =>
  until(async () => {
    const found = await admin.call(getBulkAction, { params: { id: action?.id ?? 0 } });
    return found.status === 'complete' ? found : null;
  });

test('ends sessions, hands contacts over, passes the people below on', async () => {
  const { companyId, people } = await anOffice();
  const { admin, field, next, manager, agent } = people;
  const contact = await aContact(server, companyId, { owner_id: field.userId, first_name: 'Rosa' });
  const deactivate = (query: object) => admin.call(deactivateUser, { params: { id: field.userId }, query });
  await expect(deactivate({})).rejects.toMatchObject({ code: 'users.holds_contacts' });
  await expect(deactivate({ owner_id: field.userId })).rejects.toMatchObject({ status: 422 });
  expect((await send(server.app, field.headers, getMe, {})).statusCode).toBe(200);

  const { user, hand_over } = await deactivate({ owner_id: next.userId });
  expect(user).toMatchObject({ status: 'inactive', can: { reactivate: true, deactivate: false } });
  expect((await send(server.app, field.headers, getMe, {})).statusCode).toBe(401);
  expect(await finished(admin, hand_over)).toMatchObject({
    operation: 'assign',
    total: 1,
    changed: 1,
    labels: { done: 'Handed over' },
  });
  expect(await admin.call(getContact, { params: { id: contact }, query: {} })).toMatchObject({ owner: { id: next.userId } });
  expect(await admin.call(getUser, { params: { id: agent.userId } })).toMatchObject({ manager: { id: manager.userId } });
});

test('the numbers of the user move to a successor who has chosen their own', async () => {
  const { companyId, people } = await anOffice();
  const { admin, agent, next } = people;
  const { db } = server.operator;
  for (const [place, { userId }] of [agent, next].entries())
    await sql`
      insert into phone_numbers (company_id, number, user_id, payer_id, provider_id, bought_at, rent_due_at, is_default, is_dialer)
      values (${companyId}, ${`305555014${place}`}, ${userId}, ${userId}, ${`PN${companyId}-${place}`}, now(), now() + interval '1 day', true, true)`.execute(
      db,
    );
  await admin.call(deactivateUser, { params: { id: agent.userId }, query: { owner_id: next.userId } });
  const { rows } = await sql`
    select number, user_id, is_default, is_dialer from phone_numbers where company_id = ${companyId} order by number`.execute(db);
  expect(rows).toEqual([
    { number: '3055550140', user_id: next.userId, is_default: false, is_dialer: false },
    { number: '3055550141', user_id: next.userId, is_default: true, is_dialer: true },
  ]);
});

test('shows what depends on the user, and gives it to the successor; running work ends', async () => {
  const { companyId, people, pools } = await anOffice();
  const { admin, field, next, agent } = people;
  const office = await admin.call(createOfficeLocation, { body: { name: 'Miami', manager_id: field.userId } });
  await aContact(server, companyId, { owner_id: field.userId });
  const { db } = server.operator;
  await sql`insert into bulk_actions (company_id, operation, asked_by, selection, input) values (${companyId}, 'tag', ${field.userId}, '{}', '{}')`.execute(
    db,
  );
  await sql`insert into import_attempts (company_id, asked_by, status, file_name, size, sniffed) values (${companyId}, ${field.userId}, 'queued', 'leads.csv', 1, '{}')`.execute(
    db,
  );
  expect(await admin.call(getUserBelongings, { params: { id: field.userId }, query: {} })).toEqual({
    contacts: 1,
    returnable: 0,
    tasks: 0,
    pools: [{ id: pools['Walk-ins'], name: 'Walk-ins' }],
    groups: [],
    offices: [{ id: office.id, name: 'Miami' }],
    templates: [],
    running_imports: [{ id: expect.any(Number), name: 'leads.csv' }],
    imports_go: 'end',
    running_bulk_actions: 1,
    running_campaigns: [],
    reports: [{ id: agent.userId, name: 'agent Tester' }],
    report_count: 1,
  });
  await admin.call(deactivateUser, { params: { id: field.userId }, query: { owner_id: next.userId } });
  const holders = (await admin.call(getPool, { params: { id: pools['Walk-ins'] ?? 0 } })).users.map(({ id }) => id);
  expect(holders).toEqual(expect.arrayContaining([field.userId, next.userId]));
  expect(await admin.call(getOfficeLocation, { params: { id: office.id } })).toMatchObject({ manager: { id: next.userId } });
  const { rows } = await sql<{ status: string }>`
    select status from bulk_actions where company_id = ${companyId} and asked_by = ${field.userId}
    union all select status from import_attempts where company_id = ${companyId} and asked_by = ${field.userId}`.execute(db);
  expect(rows).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
});

describe('open tasks of the user', () => {
  const due_at = '2031-01-01T15:00:00Z';
  const ownersOf = async (client: Client, ids: number[]) =>
    Promise.all(
      ids.map(async (id) =>
        (await client.call(listContactTasks, { params: { id }, query: {} })).data.map(({ owner }) => owner.id),
      ),
    );
  /** Of the user's own contact, of one of the agent below, in the user's pool and in another pool. */
  const someTasks = async () => {
    const { companyId, people, pools } = await anOffice();
    const { admin, field, agent } = people;
    const pool = async (pool_id = 0) => aContact(server, companyId, { owner_id: null, pool_id });
    const ids = [
      await aContact(server, companyId, { owner_id: field.userId }),
      await aContact(server, companyId, { owner_id: agent.userId }),
      await pool(pools['Walk-ins']),
    ];
    for (const id of ids) await field.call(createTask, { params: { id }, body: { due_at, for: 'me' } });
    const done = await field.call(createTask, { params: { id: ids[1] ?? 0 }, body: { due_at, for: 'me' } });
    await field.call(completeTask, { params: { id: done.id }, body: {} });
    expect(await admin.call(getUserBelongings, { params: { id: field.userId }, query: {} })).toMatchObject({ tasks: 3 });
    return { people, pools, ids, done };
  };

  test('go to the successor who reaches the contact, else to its owner; done ones stay', async () => {
    const { people, ids, done } = await someTasks();
    const { admin, field, next, agent } = people;
    const leaving = { params: { id: field.userId }, query: { owner_id: next.userId } };
    await finished(admin, (await admin.call(deactivateUser, leaving)).hand_over);
    expect(await ownersOf(admin, ids)).toEqual([[next.userId], [agent.userId], [next.userId]]);
    expect((await admin.call(getTask, { params: { id: done.id } })).owner.id).toBe(field.userId);
  });

  test('where nobody succeeds go to the owner of the contact, else to the person who deactivates the user', async () => {
    const { people, pools, ids } = await someTasks();
    const { admin, field, agent } = people;
    const leaving = { params: { id: field.userId }, query: { pool_id: pools['Walk-ins'] ?? 0 } };
    await finished(admin, (await admin.call(deactivateUser, leaving)).hand_over);
    expect(await ownersOf(admin, ids)).toEqual([[admin.userId], [agent.userId], [admin.userId]]);
  });
});

describe('a running import', () => {
  const rows = 'First Name,Last Name,Mobile Phone\nRosa,Alvarez,3055550142\nTom,Boyd,3055550143\n';
  const importOf = async (who: Client) => {
    const draft = await drop(who, rows);
    return who.call(importContacts, { body: { id: draft.id, form: formOf(draft) } });
  };
  const importsGo = async (admin: Client, id: number, owner_id: number) =>
    (await admin.call(getUserBelongings, { params: { id }, query: { owner_id } })).imports_go;

  test('continues as the successor, whose job alone runs it; the contacts are theirs', async () => {
    const { people } = await anOffice();
    const { admin, field, manager } = people;
    await admin.call(quietJobs, { body: { quiet: true } }); // the import waits as the leaving user
    const { id } = await importOf(field);
    await until(async () => (await admin.call(getQuietJobs, {})).waiting === 1);
    expect(await importsGo(admin, field.userId, manager.userId)).toBe('continue');
    await admin.call(deactivateUser, { params: { id: field.userId }, query: { owner_id: manager.userId } });
    expect(await manager.call(getImportAttempt, { params: { id } })).toMatchObject({ status: 'queued' });
    await until(async () => (await admin.call(getQuietJobs, {})).waiting === 2);
    await admin.call(quietJobs, { body: { quiet: false } });
    expect(await importFinished(manager, id)).toMatchObject({
      status: 'complete',
      created: 2,
      asked_by: { id: field.userId },
      owner: { id: manager.userId },
    });
  });

  test('stops for a successor who does not reach the contacts yet, and can then continue it', async () => {
    const quiet = await aServer({ own: true });
    const { people } = await aCompany(quiet, { admin: {}, agent: {}, next: { role: 'agent' }, basic: {} });
    const { admin, agent, next, basic } = people;
    const { id } = await importOf(agent);
    expect(await importsGo(admin, agent.userId, basic.userId)).toBe('end');
    expect(await importsGo(admin, agent.userId, next.userId)).toBe('stop');
    await admin.call(deactivateUser, { params: { id: agent.userId }, query: { owner_id: next.userId } });
    expect(await next.call(getImportAttempt, { params: { id } })).toMatchObject({
      status: 'cancelled',
      owner: { id: next.userId },
      can: { retry: true },
    });
    expect(await next.call(retryFailedImport, { params: { id } })).toMatchObject({ status: 'queued' });
  });
});

test('coming back, gets the contacts that nobody has passed on since', async () => {
  const { companyId, people } = await anOffice();
  const { admin, field, next, other } = people;
  const [kept, passedOn] = [
    await aContact(server, companyId, { owner_id: field.userId, first_name: 'Rosa' }),
    await aContact(server, companyId, { owner_id: field.userId, first_name: 'Rosa' }),
  ];
  const nexts = await aContact(server, companyId, { owner_id: next.userId });
  const byId = { params: { id: field.userId } };
  await finished(admin, (await admin.call(deactivateUser, { ...byId, query: { owner_id: next.userId } })).hand_over);
  await admin.call(quickUpdateContact, { params: { id: passedOn }, body: { owner_id: other.userId } });
  expect(await admin.call(getUserBelongings, { ...byId, query: {} })).toMatchObject({ contacts: 0, returnable: 1 });
  const { user, hand_back } = await admin.call(reactivateUser, { ...byId, body: { return_contacts: true } });
  expect(user).toMatchObject({ status: 'active' });
  expect(await finished(admin, hand_back)).toMatchObject({ operation: 'undo', changed: 1, kept: 1 });
  const owners = await Promise.all(
    [kept, passedOn, nexts].map(async (id) => (await admin.call(getContact, { params: { id }, query: {} })).owner?.id),
  );
  expect(owners).toEqual([field.userId, other.userId, next.userId]);
  const { hand_back: again } = await admin.call(reactivateUser, { ...byId, body: {} }).catch(() => ({ hand_back: null }));
  expect(again).toBeNull();
});

test('coming back while the hand-over still runs stops it, and loses no contact', async () => {
  const quiet = await aServer({ own: true }); // without a worker: the hand-over waits
  const { companyId, people } = await aCompany(quiet, { admin: {}, agent: {}, next: { role: 'agent' } });
  const { admin, agent, next } = people;
  const contact = await aContact(quiet, companyId, { owner_id: agent.userId });
  const byId = { params: { id: agent.userId } };
  const { hand_over } = await admin.call(deactivateUser, { ...byId, query: { owner_id: next.userId } });
  const { hand_back } = await admin.call(reactivateUser, { ...byId, body: { return_contacts: true } });
  expect(hand_back).toBeNull();
  expect(await admin.call(getBulkAction, { params: { id: hand_over?.id ?? 0 } })).toMatchObject({ status: 'cancelled', done: 0 });
  expect(await admin.call(getContact, { params: { id: contact }, query: {} })).toMatchObject({ owner: { id: agent.userId } });
});

test('what the user had deleted comes back to the person who restores it, or undoes the deletion', async () => {
  const { companyId, people } = await anOffice();
  const { admin, field, next } = people;
  const [restored, undone] = [
    await aContact(server, companyId, { owner_id: field.userId }),
    await aContact(server, companyId, { owner_id: field.userId }),
  ];
  const byHand = await admin.call(destroyContacts, { body: { ids: [restored] } });
  const byUndo = await admin.call(destroyContacts, { body: { ids: [undone] } });
  for (const action of [byHand, byUndo]) await finished(admin, action);
  await admin.call(deactivateUser, { params: { id: field.userId }, query: { owner_id: next.userId } });
  const restoring = await finished(admin, await admin.call(restoreContacts, { body: { ids: [restored] } }));
  await finished(admin, await admin.call(undoBulkAction, { params: { id: byUndo.id } }));
  const ownerOf = async (id: number) => (await admin.call(getContact, { params: { id }, query: {} })).owner?.id;
  expect([await ownerOf(restored), await ownerOf(undone)]).toEqual([admin.userId, admin.userId]);
  await finished(admin, await admin.call(undoBulkAction, { params: { id: restoring.id } }));
  expect(await storedContact(server, restored)).toMatchObject({ deleted_at: expect.anything(), pool_id: null });
});

test('people who got contacts by a transfer of the leaving user still get the mail', async () => {
  const { companyId, people } = await anOffice();
  const { admin, manager, agent, other } = people;
  const contact = await aContact(server, companyId, { owner_id: agent.userId });
  const { db } = server.operator;
  const input = { to: [{ owner_id: agent.userId, pool_id: null, share: 1 }], keep_tags: true, notify: true, fields: {} };
  const { id } = await db
    .insertInto('bulk_actions')
    .values({
      company_id: companyId,
      operation: 'transfer',
      asked_by: manager.userId,
      selection: '{}',
      input: JSON.stringify(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const after = { owner_id: agent.userId, pool_id: null };
  await db
    .insertInto('contact_changes')
    .values({ company_id: companyId, contact_id: contact, action: 'assigned', bulk_action_id: id, after: JSON.stringify(after) })
    .execute();
  await admin.call(deactivateUser, { params: { id: manager.userId }, query: { owner_id: other.userId } });
  await mailTo(server, agent.email, 'manager Tester transferred 1 contact to you');
});

describe('is refused', () => {
  test('for oneself, the last system admin, or a user above', async () => {
    const { people } = await aCompany(server, {
      admin: {},
      sub_admin: {},
      bu_admin: { unit: 'West' },
      agent: {},
    });
    const { admin, sub_admin } = people;
    const deactivate = (client: Client, { userId }: Person) => client.call(deactivateUser, { params: { id: userId }, query: {} });
    await expect(deactivate(admin, admin)).rejects.toMatchObject({ status: 403 });
    await expect(deactivate(sub_admin, admin)).rejects.toMatchObject({ status: 403 });
    await expect(deactivate(people.bu_admin, people.agent)).rejects.toMatchObject({ status: 404 });
  });
});

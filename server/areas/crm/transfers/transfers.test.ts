// Transfers: asked for through HTTP, done by the worker, logged, mailed and reverted.
import { beforeAll, describe, expect, test } from 'vitest';
import { type BulkAction, cancelBulkAction, listKeptByUndo } from '#contract/bulk.ts';
import { updateContact } from '#contract/contacts.ts';
import { Selection } from '#contract/contactsScope.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { updateTagsSingle } from '#contract/tags.ts';
import {
  getTransferAttempt,
  getTransferStatus,
  listContactTransfers,
  listTransferAttempts,
  listTransferLogs,
  revertTransferAttempt,
  type TransferAttempt,
  transferContacts,
  updateAndTransferContacts,
  updateTransferAttempt,
} from '#contract/transfers.ts';
import { inTenant } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import { storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, aStatus, aTag, manyContacts, type TestCompany } from '#tests/support/factories.ts';
import { mailsTo, mailTo } from '#tests/support/mailbox.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { mustBeFew } from './transfers.service.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2' | 'agent3' | 'outsider'>;
let manager: Client;
let agent: Client;
let agent2: Client;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, {
    admin: {},
    manager: {},
    agent: { under: 'manager', holds: ['Shared leads'] },
    agent2: { under: 'manager' },
    agent3: { under: 'manager', holds: ['Shared leads'] },
    outsider: { role: 'agent', holds: ['Foreign leads'] },
  });
  ({ manager, agent, agent2 } = company.people);
});

type Asked = CallOf<typeof transferContacts>['body'];

const contactOf = (owner: Client, columns: object = {}) =>
  aContact(server, company.companyId, { owner_id: owner.userId, first_name: 'T', last_name: 'Moved', ...columns });
const ended = (client: Client, { id }: { id: number }) =>
  until(async () => {
    const attempt = await client.call(getTransferAttempt, { params: { id } });
    const isRunning = ['queued', 'processing'].includes(attempt.undo?.status ?? attempt.status);
    return isRunning ? null : attempt;
  });
const transfer = async (client: Client, body: Asked) => ended(client, await client.call(transferContacts, { body }));
const revert = async (client: Client, { id }: { id: number }) =>
  ended(client, await client.call(updateTransferAttempt, { params: { id }, body: { revert: true } }));
const logsOf = async (client: Client, { id }: { id: number }, query = {}) =>
  client.call(listTransferLogs, { params: { id }, query });
const ownersOf = (ids: number[]) => Promise.all(ids.map(async (id) => (await storedContact(server, id)).owner_id));

describe('to one person', () => {
  test('every contact changes hands, and the log says from whom to whom', async () => {
    const ids = [await contactOf(agent), await contactOf(agent3()), await contactOf(agent2)];
    const attempt = await transfer(manager, { ids, owner_id: agent2.userId });
    expect(attempt).toMatchObject({
      status: 'complete',
      revert: false,
      total: 3,
      done: 3,
      changed: 2,
      to: [{ type: 'user', id: agent2.userId, name: 'agent2 Tester', share: 1 }],
      keep_tags: true,
      notify: false,
      fields: [],
      asked_by: { id: manager.userId },
      undo: null,
      can: { cancel: false, revert: true },
    });
    expect(await ownersOf(ids)).toEqual(ids.map(() => agent2.userId));
    const { data, meta } = await logsOf(manager, attempt);
    expect(data).toMatchObject([
      { contact: { id: ids[0], name: 'T Moved' }, from: { type: 'user', id: agent.userId }, to: { id: agent2.userId } },
      { contact: { id: ids[1] }, from: { name: 'agent3 Tester' }, to: { name: 'agent2 Tester' } },
    ]);
    expect(meta).toMatchObject({ page: 1, limit: 50, total_count: 2 });
    const second = await logsOf(manager, attempt, { page: 2, limit: 1 });
    expect(second.data.map(({ contact }) => contact?.id)).toEqual([ids[1]]);
  });

  test('a status is set, tags are taken off, and a revert brings all of it back but what was changed since', async () => {
    const [had, since] = [
      await aTag(server, company.companyId, crypto.randomUUID()),
      await aTag(server, company.companyId, 'since'),
    ];
    const [before, status] = [
      await aStatus(server, company.companyId, crypto.randomUUID()),
      await aStatus(server, company.companyId, crypto.randomUUID()),
    ];
    const ids = [
      await contactOf(agent, { tags: [had], status_id: before }),
      await contactOf(agent, { tags: [had], status_id: before }),
    ];
    const attempt = await transfer(manager, { ids, owner_id: agent2.userId, keep_tags: false, status_id: status });
    expect(attempt).toMatchObject({ changed: 2, keep_tags: false, fields: ['status_id'] });
    for (const id of ids)
      expect(await storedContact(server, id)).toMatchObject({ owner_id: agent2.userId, tags: [], status_id: status, version: 2 });

    await agent2.call(updateTagsSingle, { body: { id: ids[0] ?? 0, tags: [since] } });
    await manager.call(updateContact, { params: { id: ids[1] ?? 0 }, body: { owner_id: manager.userId } });
    const reverted = await revert(manager, attempt);
    expect(reverted).toMatchObject({
      status: 'reverted',
      revert: true,
      undo: { status: 'complete', changed: 2, kept: 1 },
      can: { cancel: false, revert: false },
    });
    expect(Date.parse(reverted.updated_at)).toBeGreaterThan(Date.parse(attempt.updated_at));
    const [first, second] = await Promise.all(ids.map((id) => storedContact(server, id)));
    expect(first).toMatchObject({ owner_id: agent.userId, status_id: before });
    expect(first?.tags.toSorted()).toEqual([had, since].toSorted());
    expect(second).toMatchObject({ owner_id: manager.userId, status_id: before, tags: [had] });
    const kept = await manager.call(listKeptByUndo, { params: { id: reverted.undo?.id ?? 0 }, query: {} });
    expect(kept.data).toMatchObject([{ contact: { id: ids[1] }, fields: ['owner_id', 'pool_id'] }]);
    expect((await logsOf(manager, attempt)).meta.total_count).toBe(2); // the log stays
  });

  test('with other fields it is one step, and one step back', async () => {
    const id = await contactOf(agent, { city: 'Miami', occupation: 'Baker' });
    const body = { ids: [id], owner_id: agent2.userId, fields: { city: 'Ocala', do_not_mail: true } };
    const attempt = await ended(manager, await manager.call(updateAndTransferContacts, { body }));
    expect(attempt.fields).toEqual(['city', 'do_not_mail']);
    const moved = { owner_id: agent2.userId, city: 'Ocala', do_not_mail: true, occupation: 'Baker', version: 2 };
    expect(await storedContact(server, id)).toMatchObject(moved);
    await revert(manager, attempt);
    expect(await storedContact(server, id)).toMatchObject({ owner_id: agent.userId, city: 'Miami', do_not_mail: false });
  });
});

const agent3 = () => company.people.agent3;

test('to a pool, and from the pool to a person', async () => {
  const pool_id = company.pools['Shared leads'] ?? 0;
  const ids = [await contactOf(agent)];
  const attempt = await transfer(agent, { ids, pool_id });
  expect(attempt).toMatchObject({ changed: 1, to: [{ type: 'pool', id: pool_id, name: 'Shared leads' }] });
  expect(await storedContact(server, ids[0] ?? 0)).toMatchObject({ owner_id: null, pool_id });
  const back = await transfer(agent, { ids, owner_id: agent.userId, contacts_scope: { pool_id } });
  expect((await logsOf(agent, back)).data).toMatchObject([
    { from: { type: 'pool', name: 'Shared leads' }, to: { type: 'user' } },
  ]);
  expect(await storedContact(server, ids[0] ?? 0)).toMatchObject({ owner_id: agent.userId, pool_id: null });
});

test('to several people in turns, over several batches, each by their share', async () => {
  const deal = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' } });
  const { people } = deal;
  await manyContacts(server, deal.companyId, people.manager.userId, 2_501);
  const to = [
    { owner_id: people.agent.userId, share: 2 },
    { owner_id: people.agent2.userId, share: 1 },
  ];
  const attempt = await transfer(people.manager, { all: true, to });
  expect(attempt).toMatchObject({ status: 'complete', total: 2_501, changed: 2_501 });
  const owners = await server.operator.db
    .selectFrom('contacts')
    .select(['owner_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('company_id', '=', deal.companyId)
    .groupBy('owner_id')
    .orderBy('count', 'desc')
    .execute();
  expect(owners).toEqual([
    { owner_id: people.agent.userId, count: 1_667 },
    { owner_id: people.agent2.userId, count: 834 },
  ]);
});

describe('the start is refused', () => {
  const refusal = (client: Client, body: object) =>
    client.call(transferContacts, { body: { ids: [1], ...body } as Asked }).then(
      () => null,
      ({ status, code, problem }) => ({ status, code, errors: problem.errors }),
    );

  test('without exactly one receiver, with a person named twice, and for more than 250,000 contacts', async () => {
    const [one, two] = [agent.userId, agent2.userId];
    for (const body of [
      {},
      { owner_id: one, pool_id: 1 },
      { owner_id: one, to: [{ owner_id: two }] },
      { to: [] },
      { to: [{ owner_id: one }, { owner_id: one }] },
      { to: [{ owner_id: one, share: 0 }] },
      { owner_id: one, select_n: 250_001 },
    ])
      expect(await refusal(manager, body), JSON.stringify(body)).toMatchObject({ status: 422, code: 'invalid' });

    await contactOf(agent);
    await contactOf(agent);
    const { actor } = (await authenticate(server.platform, agent.token, '127.0.0.1')) ?? {};
    if (!actor) throw new Error('not signed in');
    const ask = (limit: number, scope = {}) =>
      inTenant({ ...server.platform, platform: server.platform, actor }, (tx) =>
        mustBeFew(tx, Selection.parse({ all: true, contacts_scope: scope }), limit),
      );
    await expect(ask(1)).rejects.toMatchObject({ code: 'transfers.too_many', status: 422 });
    await ask(1_000);
    await ask(0, { q: 'nobody at all' });
  });

  test('for receivers out of reach, and for a status that is not on the list', async () => {
    const { outsider } = company.people;
    expect(await refusal(agent, { owner_id: agent2.userId })).toMatchObject({ status: 403 });
    expect(await refusal(manager, { owner_id: outsider.userId })).toMatchObject({
      status: 422,
      errors: { owner_id: [expect.any(String)] },
    });
    expect(await refusal(manager, { to: [{ owner_id: agent.userId }, { owner_id: outsider.userId }] })).toMatchObject({
      status: 422,
    });
    expect(await refusal(agent, { pool_id: company.pools['Foreign leads'] })).toMatchObject({
      status: 422,
      errors: { pool_id: [expect.any(String)] },
    });
    expect(await refusal(manager, { owner_id: agent.userId, status_id: 999_999_999 })).toMatchObject({
      errors: { status_id: [expect.any(String)] },
    });
  });
});

describe('mail', () => {
  test('goes once to each receiver, and not to the person who transferred', async () => {
    const mailed = await aCompany(server, { manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' } });
    const { people } = mailed;
    await manyContacts(server, mailed.companyId, people.manager.userId, 5);
    const to = [
      { owner_id: people.agent.userId },
      { owner_id: people.agent2.userId, share: 3 },
      { owner_id: people.manager.userId },
    ];
    await transfer(people.manager, { all: true, to, notify: true });
    const mail = await mailTo(server, people.agent2.email, 'manager Tester transferred 3 contacts to you');
    expect(mail.text).toContain('/contacts');
    await mailTo(server, people.agent.email, 'manager Tester transferred 1 contact to you');
    expect(await mailsTo(server, people.agent.email)).toHaveLength(1);
    expect(await mailsTo(server, people.agent2.email)).toHaveLength(1);
    expect(await mailsTo(server, people.manager.email)).toHaveLength(0);
  });

  test('goes to those who share the pool', async () => {
    const ids = [await contactOf(agent)];
    await transfer(agent, { ids, pool_id: company.pools['Shared leads'], notify: true } as Asked);
    const { email } = company.people.agent3;
    await mailTo(server, email, 'agent Tester transferred 1 contact to the pool Shared leads');
    expect(await mailsTo(server, company.people.agent.email)).toHaveLength(0);
  });
});

describe('an attempt', () => {
  test('is reverted once; another update of a finished one leaves it complete', async () => {
    const ids = [await contactOf(agent)];
    const attempt = await transfer(manager, { ids, owner_id: agent2.userId });
    const params = { id: attempt.id };
    const closed = await manager.call(updateTransferAttempt, { params, body: { revert: false } });
    expect(closed).toMatchObject({ status: 'complete', finished_at: attempt.finished_at, updated_at: attempt.updated_at });
    expect(await manager.call(revertTransferAttempt, { params })).toMatchObject({ status: 'reverted', revert: true });
    await ended(manager, attempt);
    expect(await ownersOf(ids)).toEqual([agent.userId]);
    await expect(manager.call(revertTransferAttempt, { params })).rejects.toMatchObject({ code: 'bulk.nothing_to_undo' });
    await expect(manager.call(updateTransferAttempt, { params, body: {} })).rejects.toMatchObject({ code: 'transfers.reverted' });
  });

  test('that runs is neither closed nor reverted; one that was stopped is closed as complete', async () => {
    const { id } = await server.operator.db
      .insertInto('bulk_actions')
      .values({
        company_id: company.companyId,
        operation: 'transfer',
        asked_by: manager.userId,
        selection: '{}',
        input: JSON.stringify({
          to: [{ owner_id: agent.userId, pool_id: null, share: 1 }],
          keep_tags: true,
          notify: true,
          fields: {},
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const params = { id };
    expect(await manager.call(getTransferStatus, { params })).toEqual({
      id,
      status: 'queued',
      total: null,
      done: 0,
      changed: 0,
      updated_at: expect.any(String),
    });
    await expect(manager.call(updateTransferAttempt, { params, body: {} })).rejects.toMatchObject({ code: 'transfers.running' });
    await expect(manager.call(revertTransferAttempt, { params })).rejects.toMatchObject({ code: 'transfers.running' });
    await manager.call(cancelBulkAction, { params });
    expect(await manager.call(getTransferAttempt, { params })).toMatchObject({ status: 'cancelled' });
    await expect(manager.call(revertTransferAttempt, { params })).rejects.toMatchObject({ code: 'bulk.nothing_to_undo' });
    expect(await manager.call(updateTransferAttempt, { params, body: {} })).toMatchObject({ status: 'complete' });
  });

  test('that failed and is closed as complete tells its receivers, once', async () => {
    const { id } = await transfer(manager, { ids: [await contactOf(agent)], owner_id: agent2.userId });
    const input = { to: [{ owner_id: agent2.userId, pool_id: null, share: 1 }], keep_tags: true, notify: true, fields: {} };
    const failed = { status: 'failed', error: 'It broke.', input: JSON.stringify(input) };
    await server.operator.db.updateTable('bulk_actions').set(failed).where('id', '=', id).execute();
    const close = () => manager.call(updateTransferAttempt, { params: { id }, body: {} });
    expect(await close()).toMatchObject({ status: 'complete', error: null });
    await close();
    const { email } = company.people.agent2;
    await mailTo(server, email, 'manager Tester transferred 1 contact to you');
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  test('is listed for its asker and for leaders who reach the asker, by page, order and name', async () => {
    const listed = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager', holds: ['Blue'] }, agent2: {} });
    const { people, pools } = listed;
    const ids = [await aContact(server, listed.companyId, { owner_id: people.agent.userId, last_name: 'L' })];
    const [first, second, third] = [
      await transfer(people.agent, { ids, pool_id: pools.Blue ?? 0 }),
      await transfer(people.admin, { ids, owner_id: people.agent2.userId }),
      await transfer(people.admin, { ids, owner_id: people.agent.userId }),
    ];
    const list = async (client: Client, query: CallOf<typeof listTransferAttempts>['query'] = {}) => {
      const { data, meta } = await client.call(listTransferAttempts, { query });
      return { ids: data.map((attempt: TransferAttempt) => attempt.id), count: meta.total_count };
    };
    expect(await list(people.admin)).toEqual({ ids: [third.id, second.id, first.id], count: 3 });
    expect(await list(people.admin, { limit: 1, page: 2 })).toEqual({ ids: [second.id], count: 3 });
    expect(await list(people.admin, { order_field: 'asked_by', order: 'DESC' })).toMatchObject({
      ids: [first.id, third.id, second.id],
    });
    expect(await list(people.admin, { q: 'blue' })).toEqual({ ids: [first.id], count: 1 });
    expect(await list(people.admin, { q: 'agent2' })).toEqual({ ids: [second.id], count: 1 });
    expect(await list(people.manager)).toEqual({ ids: [first.id], count: 1 });
    expect(await list(people.agent2)).toEqual({ ids: [], count: 0 });
    await expect(people.agent2.call(getTransferAttempt, { params: { id: first.id } })).rejects.toMatchObject({ status: 404 });
    await expect(people.agent2.call(listTransferLogs, { params: { id: first.id }, query: {} })).rejects.toMatchObject({
      status: 404,
    });
    await expect(people.agent2.call(revertTransferAttempt, { params: { id: first.id } })).rejects.toMatchObject({ status: 404 });
    // The agent no longer has the contact, so its name is not theirs to read.
    await transfer(people.admin, { ids, owner_id: people.agent2.userId });
    expect((await logsOf(people.agent, first)).data).toMatchObject([{ contact: null, to: { name: 'Blue' } }]);
  });
});

test('a contact’s history has every change of its owner or pool, however it was made', async () => {
  const id = await contactOf(agent);
  const params = { id };
  const attempt = await transfer(manager, { ids: [id], owner_id: agent2.userId });
  await manager.call(updateContact, { params, body: { owner_id: agent3().userId } });
  await manager.call(updateContact, { params, body: { city: 'Ocala' } });
  const history = (query: CallOf<typeof listContactTransfers>['query'] = {}) =>
    manager.call(listContactTransfers, { params, query });
  const { data, meta } = await history();
  expect(data).toMatchObject([
    {
      from: { name: 'agent2 Tester' },
      to: { name: 'agent3 Tester' },
      by: { name: 'manager Tester' },
      transfer_attempt_id: null,
      reverted: false,
    },
    { from: { name: 'agent Tester' }, to: { name: 'agent2 Tester' }, transfer_attempt_id: attempt.id, reverted: false },
  ]);
  expect(meta).toMatchObject({ total_count: 2, limit: 15 });
  expect((await history({ q: 'agent3' })).data).toHaveLength(1);
  expect((await history({ order_field: 'from', order: 'ASC', limit: 1 })).data).toMatchObject([
    { from: { name: 'agent Tester' } },
  ]);
  await expect(company.people.outsider.call(listContactTransfers, { params, query: {} })).rejects.toMatchObject({ status: 404 });
});

test('bulk answers and attempts share their id', async () => {
  const action: BulkAction = await manager.call(transferContacts, {
    body: { ids: [await contactOf(agent)], owner_id: agent2.userId },
  });
  expect(action).toMatchObject({ operation: 'transfer', labels: { doing: 'Transferring', done: 'Transferred' } });
  expect((await ended(manager, action)).id).toBe(action.id);
});

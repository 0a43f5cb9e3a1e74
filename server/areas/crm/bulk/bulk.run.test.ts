// A bulk action under the worst that may happen to it:
// stopped, run twice at once, its connection cut, cancelled, its asker demoted.
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { tagOperation } from '#areas/crm/tags/tags.operations.ts';
import { cancelBulkAction, getBulkAction } from '#contract/bulk.ts';
import { updateTagsGroup } from '#contract/tags.ts';
import type { WorkCtx } from '#kernel/context.ts';
import { authenticate } from '#kernel/http/sessions.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { aCompany, aContact, aTag, manyContacts } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { failBulkAction, runBulkAction } from './bulk.run.ts';

const operations = [tagOperation] as Operation[];

const size = 2_500;
const batch = 1_000;
const never = { signal: new AbortController().signal };

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

/**
 * An agent with contacts, who has asked for a tag on all of them;
 * no worker runs here, so nothing happens by itself.
 */
async function anAction() {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { agent } = people;
  await manyContacts(server, companyId, agent.userId, size);
  const tag = await aTag(server, companyId, 'bulk');
  const { id } = await agent.call(updateTagsGroup, { body: { all: true, tags: [tag] } });
  return {
    id,
    companyId,
    agent,
    ctx: await contextOf(agent),
    read: () => agent.call(getBulkAction, { params: { id } }),
    /** How often each contact was changed, in all and at most. */
    async changes() {
      const rows = await server.operator.db
        .selectFrom('contact_changes')
        .select('contact_id')
        .where('bulk_action_id', '=', id)
        .execute();
      return { all: rows.length, contacts: new Set(rows.map((row) => row.contact_id)).size };
    },
  };
}

async function contextOf(client: Client): Promise<WorkCtx> {
  const session = await authenticate(server.platform, client.token, '127.0.0.1');
  if (!session) throw new Error('not signed in');
  return { platform: server.platform, clock: server.platform.clock, log: server.platform.log, actor: session.actor };
}

/** Aborts once it was asked `times` times whether it has. */
function abortAfter(times: number): AbortSignal {
  let asked = 0;
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: () => ++asked > times });
}

test('stopped in the middle it goes on where it was, doing nobody twice', async () => {
  const { id, ctx, read, changes } = await anAction();
  await expect(runBulkAction(ctx, id, operations, { signal: abortAfter(1) })).rejects.toThrow('stopped');
  expect(await read()).toMatchObject({ status: 'processing', total: size, done: batch, changed: batch, finished_at: null });
  expect(await changes()).toEqual({ all: batch, contacts: batch });

  await runBulkAction(ctx, id, operations, never);
  expect(await read()).toMatchObject({ status: 'complete', total: size, done: size, changed: size });
  expect(await changes()).toEqual({ all: size, contacts: size });

  await runBulkAction(ctx, id, operations, never);
  expect(await changes()).toEqual({ all: size, contacts: size });
});

test('goes on behind its last contact, also when contacts of it were erased', async () => {
  const { id, companyId, ctx, read } = await anAction();
  const seen: number[] = [];
  const watched = [{ ...tagOperation, batch: async (_, ids) => seen.push(...ids) * 0 }] as Operation[];
  await expect(runBulkAction(ctx, id, watched, { signal: abortAfter(0) })).rejects.toThrow('stopped');
  await server.operator.db
    .deleteFrom('bulk_action_contacts')
    .where('company_id', '=', companyId)
    .where('bulk_action_id', '=', id)
    .where('ordinal', '<=', 500)
    .execute();
  await runBulkAction(ctx, id, watched, never);
  expect(seen).toHaveLength(size - 500);
  expect(new Set(seen).size).toBe(size - 500);
  expect(await read()).toMatchObject({ status: 'complete', total: size, done: size });
});

test('run by two workers at once it is done once', async () => {
  const { id, ctx, read, changes } = await anAction();
  await Promise.all([runBulkAction(ctx, id, operations, never), runBulkAction(ctx, id, operations, never)]);
  expect(await read()).toMatchObject({ status: 'complete', done: size, changed: size });
  expect(await changes()).toEqual({ all: size, contacts: size });
});

test('with its connection cut inside a batch, that batch is undone, and done with the next run', async () => {
  const { id, companyId, ctx, read, changes } = await anAction();
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query('begin');
  await admin.query('select from contacts where company_id = $1 order by id desc limit 1 for update', [companyId]);
  const run = runBulkAction(ctx, id, operations, never).catch((error: unknown) => error);
  const { pid } = await until(async () => {
    const waiting = `select pid from pg_stat_activity where datname = current_database() and usename = 'steward_app' and wait_event_type = 'Lock'`;
    return (await admin.query<{ pid: number }>(waiting)).rows[0];
  });
  await admin.query('select pg_terminate_backend($1)', [pid]);
  expect(await run).toBeInstanceOf(Error);
  await admin.query('rollback');
  await admin.end();
  expect(await read()).toMatchObject({ status: 'processing', done: 2 * batch, changed: 2 * batch });
  expect(await changes()).toEqual({ all: 2 * batch, contacts: 2 * batch });

  await runBulkAction(ctx, id, operations, never);
  expect(await read()).toMatchObject({ status: 'complete', done: size, changed: size });
  expect(await changes()).toEqual({ all: size, contacts: size });
});

test('its selection is frozen when it starts', async () => {
  const { id, companyId, agent, ctx, read } = await anAction();
  await expect(runBulkAction(ctx, id, operations, { signal: abortAfter(0) })).rejects.toThrow('stopped');
  expect(await read()).toMatchObject({ status: 'processing', total: size, done: 0 });
  const { selection } = await server.operator.db
    .selectFrom('bulk_actions')
    .select('selection')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(selection).toEqual({}); // a searched number is not kept
  const late = await aContact(server, companyId, { owner_id: agent.userId, first_name: 'Late' });
  await runBulkAction(ctx, id, operations, never);
  expect(await read()).toMatchObject({ status: 'complete', total: size, done: size });
  const { tags } = await server.operator.db
    .selectFrom('contacts')
    .select('tags')
    .where('id', '=', late)
    .executeTakeFirstOrThrow();
  expect(tags).toEqual([]);
});

test('cancelled before it started it does nothing; in the middle, nothing more', async () => {
  const [before, amid] = [await anAction(), await anAction()];
  const cancel = ({ agent, id }: typeof before) => agent.call(cancelBulkAction, { params: { id } });
  expect(await cancel(before)).toMatchObject({ status: 'cancelled', total: null, done: 0, can: { cancel: false } });
  await runBulkAction(before.ctx, before.id, operations, never);
  expect(await before.changes()).toEqual({ all: 0, contacts: 0 });

  await runBulkAction(amid.ctx, amid.id, operations, { signal: abortAfter(1) }).catch(() => {});
  expect(await cancel(amid)).toMatchObject({ status: 'cancelled', total: size, done: batch, finished_at: expect.any(String) });
  await runBulkAction(amid.ctx, amid.id, operations, never);
  await failBulkAction(amid.ctx, amid.id, operations);
  expect(await amid.read()).toMatchObject({ status: 'cancelled', done: batch });
  expect(await amid.changes()).toEqual({ all: batch, contacts: batch });
});

test('cancelling what is complete leaves it so', async () => {
  const { id, agent, ctx } = await anAction();
  await runBulkAction(ctx, id, operations, never);
  expect(await agent.call(cancelBulkAction, { params: { id } })).toMatchObject({ status: 'complete', done: size });
});

test('asked for by somebody who may no longer, it fails at once and says so', async () => {
  const { id, companyId, agent, read, changes } = await anAction();
  await server.operator.db.updateTable('users').set({ role: 'basic' }).where('company_id', '=', companyId).execute();
  const ctx = await contextOf(agent);
  await runBulkAction(ctx, id, operations, never);
  expect(await read()).toMatchObject({ status: 'failed', error: expect.stringContaining('Finished batches stay') });
  expect(await changes()).toEqual({ all: 0, contacts: 0 });
});

test('given up in the middle, its job run again goes on where it was', async () => {
  const { id, ctx, read, changes } = await anAction();
  await expect(runBulkAction(ctx, id, operations, { signal: abortAfter(1) })).rejects.toThrow('stopped');
  await failBulkAction(ctx, id, operations);
  expect(await read()).toMatchObject({ status: 'failed', done: batch });
  await runBulkAction(ctx, id, operations, never);
  expect(await read()).toMatchObject({ status: 'complete', error: null, done: size, changed: size });
  expect(await changes()).toEqual({ all: size, contacts: size });
});

test('is seen by its asker and by leaders who reach the asker', async () => {
  const { companyId, people } = await aCompany(server, { manager: {}, manager2: {}, agent: { under: 'manager' } });
  const { id } = await people.agent.call(updateTagsGroup, { body: { all: true, tags: [await aTag(server, companyId, 'bulk')] } });
  const see = (who: Client) => who.call(getBulkAction, { params: { id } });
  await expect(see(people.agent)).resolves.toMatchObject({ id });
  await expect(see(people.manager)).resolves.toMatchObject({ id });
  await expect(see(people.manager2)).rejects.toMatchObject({ status: 404 });
  await expect(people.manager2.call(cancelBulkAction, { params: { id } })).rejects.toMatchObject({ status: 404 });
});

test('every step is told on the cable', async () => {
  const { id, companyId, agent, ctx } = await anAction();
  await runBulkAction(ctx, id, operations, never);
  const action = { event: 'bulk.progress', id, operation: 'tag', total: size };
  const told = await server.operator.db
    .selectFrom('outbox')
    .select(['name', 'payload', 'recipients'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'cable')
    .orderBy('id')
    .execute();
  expect(told.map(({ payload }) => payload)).toEqual([
    { ...action, status: 'processing', done: 0 },
    { ...action, status: 'processing', done: batch },
    { ...action, status: 'processing', done: 2 * batch },
    { ...action, status: 'complete', done: size },
    { event: 'contacts.changed' },
  ]);
  expect(new Set(told.map(({ name }) => name))).toEqual(new Set([`UpdatesChannel:${companyId}`]));
  expect(told.map(({ recipients }) => recipients)).toEqual([...Array(4).fill([agent.userId]), 'contacts.read']);
});

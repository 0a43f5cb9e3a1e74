import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Update } from '#contract/cable.ts';
import { loadActor } from '#kernel/actors.ts';
import type { StreamMessage } from '#kernel/cable/fanout.ts';
import { inTenant, type Tx } from '#kernel/context.ts';
import { job } from '#kernel/jobs/job.ts';
import { createWaker, relayAll, startRelay } from '#kernel/jobs/relay.ts';
import { aCompany, type TestCompany } from '../support/factories.ts';
import { aServer } from '../support/server.ts';
import { emptyQueue, listJobs, openParts, type Parts } from './parts.ts';

const greet = job('test.greet', z.object({ name: z.string().optional() }));

let parts: Parts;
let companyId: number;
/** A transaction of the company's agent. */
let inAgentsName: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
/** A transaction of another company's agent. */
let inTheirName: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
let heard: StreamMessage[] = [];

beforeAll(async () => {
  const server = await aServer({ own: true });
  parts = await openParts(server);
  const platform = { ...server.platform, wakeRelay() {} };
  const inNameOf = async ({ companyId, people }: TestCompany<'agent'>): Promise<typeof inAgentsName> => {
    const actor = await loadActor(platform, companyId, people.agent.userId, null);
    if (!actor) throw new Error('no agent');
    return (work) => inTenant({ platform, actor, clock: platform.clock, log: platform.log }, work);
  };
  const company = await aCompany(server, { agent: {} });
  companyId = company.companyId;
  inAgentsName = await inNameOf(company);
  inTheirName = await inNameOf(await aCompany(server, { agent: {} }));
  await parts.fanout.subscribe({ receive: (messages) => void heard.push(...messages), missed() {} });
});
beforeEach(async () => {
  heard = [];
  await emptyQueue(parts);
});

const countOutbox = async () => (await parts.operator.db.selectFrom('outbox').select('id').execute()).length;

test('what a transaction asked for and told is handed over once, in order, and leaves the outbox', async () => {
  await inAgentsName(async (tx) => {
    tx.enqueue(greet, { name: 'x' });
    for (let id = 1; id <= 3; id++) tx.tell({ event: 'contact.changed', id }, { to: [id, 9] });
  });

  expect(await relayAll(parts)).toBe(true);

  expect(await listJobs(parts)).toMatchObject([
    { task_identifier: 'test.greet', flags: { [`company:${companyId}`]: true }, max_attempts: 8 },
  ]);
  await expect
    .poll(() => heard)
    .toEqual(
      [1, 2, 3].map((id) => ({ stream: `UpdatesChannel:${companyId}`, message: { event: 'contact.changed', id }, to: [id, 9] })),
    );
  expect(await countOutbox()).toBe(0);
});

test('a transaction that fails leaves nothing', async () => {
  const failing = inAgentsName(async (tx) => {
    tx.enqueue(greet, {});
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await countOutbox()).toBe(0);
});

test.each([
  ['waits', 'attempts = 0'],
  ['runs', `attempts = 1, locked_at = now(), locked_by = 'a worker'`],
  ['is dead', 'attempts = max_attempts'],
])('a relay that dies between handing over and deleting makes no second job where the first %s', async (_how, state) => {
  await inAgentsName(async (tx) => tx.enqueue(greet, {}));
  const dying = {
    addJobs: async (...specs: Parameters<typeof parts.queue.addJobs>) => {
      await parts.queue.addJobs(...specs);
      throw new Error('killed');
    },
  };
  expect(await relayAll({ ...parts, queue: dying })).toBe(false);
  await parts.pool.query(`update graphile_worker._private_jobs set ${state}`);
  const [{ updated_at, revision, ...job }] = await listJobs(parts);
  expect(await countOutbox()).toBe(1);

  expect(await relayAll(parts)).toBe(true);
  expect(await listJobs(parts)).toMatchObject([job]);
  expect(await countOutbox()).toBe(0);
});

/** The names in the payloads of waiting and running jobs, company by company, in order of creation. */
const names = async () => {
  const { rows } = await parts.pool.query(
    `select payload -> 'payload' ->> 'name' as name from graphile_worker._private_jobs order by id`,
  );
  return rows.map(({ name }) => name);
};

test('a waiting job is replaced by the next one under its key, in its own company and of its own name alone', async () => {
  const wave = job('test.wave', z.object({ name: z.string() }));
  await inAgentsName(async (tx) => tx.enqueue(greet, { name: 'first' }, { key: '7', runAt: new Date('2100-01-01') }));
  await inTheirName(async (tx) => tx.enqueue(greet, { name: 'theirs' }, { key: '7' }));
  await inAgentsName(async (tx) => tx.enqueue(wave, { name: 'wave' }, { key: '7' }));
  await inAgentsName(async (tx) => tx.enqueue(greet, { name: 'eight' }, { key: '8' }));
  await relayAll(parts);
  await inAgentsName(async (tx) => tx.enqueue(greet, { name: 'second' }, { key: '7', runAt: new Date('2101-01-01') }));
  await relayAll(parts);

  expect(await names()).toEqual(['second', 'wave', 'eight', 'theirs']);
  expect((await listJobs(parts))[0].run_at).toEqual(new Date('2101-01-01').toISOString());
});

test('a waiting job is cancelled by its key, in its own company alone', async () => {
  await inAgentsName(async (tx) => {
    tx.enqueue(greet, { name: 'ours' }, { key: '7' });
    tx.enqueue(greet, { name: 'eight' }, { key: '8' });
  });
  await inTheirName(async (tx) => tx.enqueue(greet, { name: 'theirs' }, { key: '7' }));
  await relayAll(parts);
  await inAgentsName(async (tx) => tx.cancelJob(greet, '7'));
  await inAgentsName(async (tx) => tx.cancelJob(greet, 'never asked for'));
  await relayAll(parts);

  expect(await names()).toEqual(['eight', 'theirs']);
  expect(await countOutbox()).toBe(0);
});

test('a job that runs goes on, whether its key is asked for again or cancelled', async () => {
  for (const key of ['7', '8']) await inAgentsName(async (tx) => tx.enqueue(greet, { name: `running ${key}` }, { key }));
  await relayAll(parts);
  await parts.pool.query(`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'a worker'`);
  await inAgentsName(async (tx) => {
    tx.enqueue(greet, { name: 'next' }, { key: '7' });
    tx.cancelJob(greet, '8');
  });
  await relayAll(parts);

  expect(await names()).toEqual(['running 7', 'running 8', 'next']);
  expect((await listJobs(parts)).map(({ locked_by }) => locked_by)).toEqual(['a worker', 'a worker', null]);
});

test('two relays at once hand every row over once', async () => {
  await inAgentsName(async (tx) => {
    for (let id = 1; id <= 1200; id++) tx.tell({ event: 'contact.changed', id }, { to: 'company' });
  });

  await Promise.all([relayAll(parts), relayAll(parts)]);
  await relayAll(parts);

  await expect.poll(() => heard.length).toBe(1200);
  expect(new Set(heard.map(({ message }) => (message as { id: number }).id)).size).toBe(1200);
  expect(await countOutbox()).toBe(0);
});

test('a message too large for the fanout is left out and holds up nothing', async () => {
  const progress: Update = { event: 'bulk.progress', id: 1, operation: 'tag', status: 'processing', total: 2, done: 1 };
  await inAgentsName(async (tx) => {
    tx.tell({ ...progress, operation: 'é'.repeat(4000) }, { to: 'company' });
    tx.tell(progress, { to: 'company' });
  });

  await relayAll(parts);

  await expect.poll(() => heard).toEqual([{ stream: `UpdatesChannel:${companyId}`, message: progress, to: 'company' }]);
  expect(await countOutbox()).toBe(0);
});

test('a waker wakes the relay, which says that it lives until it stops', async () => {
  const relay = await startRelay(parts);
  const wake = createWaker(parts.platform.pool, parts.log);
  await inAgentsName(async (tx) => tx.tell({ event: 'tag.changed' }, { to: 'tags.read' }));
  for (let call = 0; call < 50; call++) wake();

  await expect.poll(() => heard.length).toBe(1);
  const beats = () => parts.operator.db.selectFrom('heartbeats').select('part').execute();
  await expect.poll(beats).toEqual([{ part: 'relay' }]);
  await relay.stop();
  expect(await beats()).toEqual([]);
});

test('the listener comes back after its connection was lost, and says so', async () => {
  let told = 0;
  const forget = parts.listener.onReconnect(() => told++);

  await parts.operator.pool.query(`select pg_notify('cable', '[]')`);
  const { rowCount } = await parts.platform.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'steward listener' and datname = current_database()`,
  );
  expect(rowCount).toBe(1);
  await expect.poll(() => told).toBe(1);
  await parts.fanout.publish([{ stream: 'a', message: 1 }]);
  await expect.poll(() => heard).toEqual([{ stream: 'a', message: 1 }]);
  forget();
});

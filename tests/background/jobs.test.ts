import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import type { Actor } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { job } from '#kernel/jobs/job.ts';
import { startWorker } from '#kernel/jobs/jobs.ts';
import { type JobRun, perform, type Tasks } from '#kernel/jobs/tasks.ts';
import { testKey } from '../support/database.ts';
import { aCompany } from '../support/factories.ts';
import { aServer, type TestServer } from '../support/server.ts';
import { ask as askFor, emptyQueue, listJobs as listAllJobs, openParts, type Parts } from './parts.ts';

let server: TestServer;
let parts: Parts;
let companyId: number;
let userId: number;
beforeAll(async () => {
  server = await aServer({ own: true });
  parts = await openParts(server);
  const company = await aCompany(server, { agent: {} });
  companyId = company.companyId;
  userId = company.people.agent.userId;
});
beforeEach(() => emptyQueue(parts));

const pace = { beat: 50, gone: 400, recover: 100 };
const start = (tasks: Tasks) => startWorker({ ...parts, tasks, concurrency: 2, pace });
const listJobs = () => listAllJobs(parts);
const ask = (task: string, payload: unknown = {}, maxAttempts = 8) =>
  askFor(parts, task, { companyId, userId, payload, maxAttempts });

/** Starts a worker, kills it as soon as it holds the waiting job, and gives that job's attempt. */
async function killWorkerAtJob(): Promise<number> {
  const child = fork(fileURLToPath(new URL('./hangingWorker.ts', import.meta.url)), [server.url, testKey.toString('base64')], {
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [attempt] = await once(child, 'message');
  child.kill('SIGKILL');
  return attempt;
}

test('a job runs as the person who asked, with its payload checked', async () => {
  const runs: { actor: Actor; payload: unknown; job: JobRun }[] = [];
  const Payload = z.object({ id: z.int() });
  const worker = await start(
    perform(job('test.note', Payload), async ({ actor }, payload, run) => void runs.push({ actor, payload, job: run })),
  );

  await ask('test.note', { id: 7 });
  await ask('test.note', { id: 'seven' });

  await expect
    .poll(() => runs)
    .toMatchObject([{ actor: { userId: userId, role: 'agent' }, payload: { id: 7 }, job: { attempt: 1, last: false } }]);
  await expect.poll(listJobs).toMatchObject([{ last_error: 'ZodError', attempts: 1, locked_at: null }]);
  await worker.stop();
});

test('a job of an inactive user is dropped', async () => {
  const setActive = (active: boolean) =>
    parts.operator.db.updateTable('users').set({ active }).where('company_id', '=', companyId).where('id', '=', userId).execute();
  await setActive(false);
  const run = vi.fn(async () => {});
  await ask('test.left');
  const worker = await start({ 'test.left': run });

  await expect.poll(listJobs).toEqual([]);
  expect(run).not.toHaveBeenCalled();
  await worker.stop();
  await setActive(true);
});

test('a job that fails for good is a dead letter without values in it, which its own company alone can run again', async () => {
  let broken = true;
  const worker = await start({
    'test.strict': async () => {
      if (broken)
        throw Object.assign(new Error('key (email)=(rosa@example.com) exists'), { code: '23505', constraint: 'users_email' });
    },
    'test.refuse': () => Promise.reject(fail('contacts.stale')),
  });
  await ask('test.strict', {}, 1);
  await ask('test.refuse', {}, 1);
  const { listDead, rerun } = parts.platform.jobs;

  await expect.poll(async () => (await listDead(companyId)).length).toBe(2);
  const dead = await listDead(companyId);
  expect(dead.map(({ task, error, attempts }) => ({ task, error, attempts }))).toEqual(
    expect.arrayContaining([
      { task: 'test.strict', error: 'Error 23505 users_email', attempts: 1 },
      {
        task: 'test.refuse',
        error: 'contacts.stale: Someone else changed this contact while you edited it.',
        attempts: 1,
      },
    ]),
  );
  for (const { created_at, failed_at } of dead)
    expect(Math.abs(Date.parse(failed_at) - Date.parse(created_at))).toBeLessThan(5_000);

  const id = dead.find(({ task }) => task === 'test.strict')?.id ?? '';
  expect(await listDead(companyId + 1)).toEqual([]);
  expect(await rerun(companyId + 1, id)).toBe(false);
  broken = false;
  expect(await rerun(companyId, id)).toBe(true);
  await expect.poll(async () => (await listJobs()).map((job) => job.task_identifier)).toEqual(['test.refuse']);
  expect(await rerun(companyId, id)).toBe(false);
  await worker.stop();
});

test('the job of a worker killed with SIGKILL runs elsewhere', async () => {
  await ask('test.hang');
  expect(await killWorkerAtJob()).toBe(1);

  const attempts: number[] = [];
  const worker = await start({ 'test.hang': async (_, __, { attempt }) => void attempts.push(attempt) });
  await expect.poll(() => attempts).toEqual([2]);
  await expect.poll(listJobs).toEqual([]);
  await worker.stop();
});

test('a worker’s death costs a job none of its tries', async () => {
  await ask('test.hang');
  await parts.pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1');
  expect(await killWorkerAtJob()).toBe(8);

  const lasts: boolean[] = [];
  const worker = await start({
    'test.hang': async (_, __, { attempt, last }) => {
      lasts.push(last);
      if (attempt === 9) throw new Error('the last of its own tries');
    },
  });
  await expect.poll(listJobs).toMatchObject([{ attempts: 9, max_attempts: 9, last_error: 'Error' }]);
  expect(lasts).toEqual([true]);
  await worker.stop();
});

test('a job whose worker dies in its last try of all comes once more, to say that it is given up', async () => {
  await ask('test.hang');
  await parts.pool.query('update graphile_worker._private_jobs set attempts = 23, max_attempts = 24');
  expect(await killWorkerAtJob()).toBe(24);

  const [run, giveUp] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const worker = await start(perform(job('test.hang', z.unknown()), run, { giveUp }));
  await expect.poll(() => giveUp).toHaveBeenCalledOnce();
  expect(run).not.toHaveBeenCalled();
  await expect
    .poll(async () => (await parts.platform.jobs.listDead(companyId)).map(({ error }) => error))
    .toEqual(['WorkerDied']);
  await worker.stop();
});

test('the tries of a job that gets on count from its last step', async () => {
  await ask('test.step');
  await parts.pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1');
  const lasts: boolean[] = [];
  const worker = await start({
    'test.step': async (_, __, job) => {
      lasts.push(job.last);
      await job.movedOn();
      lasts.push(job.last);
      throw new Error('after a step');
    },
  });
  await expect.poll(listJobs).toMatchObject([{ attempts: 1, locked_at: null, last_error: 'Error' }]);
  expect(lasts).toEqual([true, false]);
  await worker.stop();
});

test('a worker that fell out with the queue at its start ends, for the next one to do better', async () => {
  const rename = (from: string, to: string) => parts.pool.query(`alter table graphile_worker.${from} rename to ${to}`);
  await rename('_private_tasks', 'away');
  const run = vi.fn(async () => {});
  const worker = await start({ 'test.taken': run });
  await expect
    .poll(async () =>
      (await parts.operator.db.selectFrom('heartbeats').select('process').execute()).map(({ process }) => process),
    )
    .toContain(worker.id);
  await rename('away', '_private_tasks');
  await ask('test.taken');
  await worker.ended;
  expect(run).not.toHaveBeenCalled();

  const next = await start({ 'test.taken': run });
  await expect.poll(() => run).toHaveBeenCalledOnce();
  await next.stop();
  await worker.stop();
});

test('a living worker keeps its long job', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn(() => promise);
  const tasks = { 'test.long': run };
  const [first, second] = [await start(tasks), await start(tasks)];
  await ask('test.long');
  await expect.poll(() => run).toHaveBeenCalledOnce();
  const [{ locked_at: lockedAt }] = await listJobs();

  await expect.poll(() => Date.now() - Date.parse(lockedAt)).toBeGreaterThan(pace.gone * 3);
  expect(await listJobs()).toMatchObject([{ locked_at: lockedAt }]);
  resolve();
  await expect.poll(listJobs).toEqual([]);
  await Promise.all([first.stop(), second.stop()]);
  expect(run).toHaveBeenCalledOnce();
});

test('a worker that stops lets its job leave, and that try does not count', async () => {
  let running = false;
  const worker = await start({
    'test.leave': (_, __, { signal }) => {
      running = true;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await ask('test.leave');
  await expect.poll(() => running).toBe(true);

  await worker.stop();
  await worker.ended;

  expect(await listJobs()).toMatchObject([{ attempts: 0, locked_by: null }]);
  const [job] = await listJobs();
  expect(Date.parse(job.run_at)).toBeLessThanOrEqual(Date.now() + 50);
});

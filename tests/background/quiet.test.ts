// A quiet company: its imports, bulk actions and sends wait and lose nothing; a running one stops at its next checkpoint; nobody else waits.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { getBulkAction } from '#contract/bulk.ts';
import { getQuietJobs, quietJobs } from '#contract/quietJobs.ts';
import { getMe } from '#contract/signIn.ts';
import { updateTagsGroup } from '#contract/tags.ts';
import { job } from '#kernel/jobs/job.ts';
import { startWorker } from '#kernel/jobs/jobs.ts';
import { relayAll } from '#kernel/jobs/relay.ts';
import { perform, type Tasks } from '#kernel/jobs/tasks.ts';
import { aCompany, aContact, aTag, type TestCompany } from '../support/factories.ts';
import { aServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { ask, emptyQueue, listJobs, openParts, type Parts } from './parts.ts';

let server: TestServer;
let parts: Parts;
let ours: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer({ own: true });
  parts = await openParts(server);
});
beforeEach(async () => {
  await emptyQueue(parts);
  ours = await aCompany(server, { admin: {}, agent: {} });
});

const pace = { beat: 50, gone: 400, recover: 100 };
const start = (tasks: Tasks) => startWorker({ ...parts, tasks, concurrency: 2, pace });
const setQuiet = (quiet: boolean) => ours.people.admin.call(quietJobs, { body: { quiet } });
const state = () => ours.people.admin.call(getQuietJobs, {});
const asAgent = () => ({ companyId: ours.companyId, userId: ours.people.agent.userId });

test('a job of a quiet company waits, and continues when the company is no longer quiet; others run', async () => {
  const theirs = await aCompany(server, { agent: {} });
  const runs: number[] = [];
  const worker = await start({
    ...perform(job('test.send', z.object({}), { waits: true }), async ({ actor }) => void runs.push(actor.companyId)),
    ...perform(job('test.mail', z.object({})), async ({ actor }) => void runs.push(-actor.companyId)),
  });
  await setQuiet(true);
  await ask(parts, 'test.send', asAgent());
  await ask(parts, 'test.mail', asAgent());
  await ask(parts, 'test.send', { companyId: theirs.companyId, userId: theirs.people.agent.userId });
  await expect.poll(() => listJobs(parts)).toEqual([]);
  expect(new Set(runs)).toEqual(new Set([theirs.companyId, -ours.companyId]));
  expect(await state()).toMatchObject({ since: expect.any(String), by_operator: false, waiting: 1 });

  await setQuiet(false);
  await relayAll(parts);
  await until(async () => runs.includes(ours.companyId));
  expect(await state()).toEqual({ since: null, by_operator: false, waiting: 0 });
  expect(runs.length).toBe(3);
  await worker.stop();
});

test('a running job stops at its next checkpoint and continues from there, with all its tries', async () => {
  const done: number[] = [];
  const reached = Promise.withResolvers<void>();
  const isQuiet = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const steps = job('test.steps', z.object({}), { waits: true });
  const worker = await start(
    perform(steps, async (_ctx, _payload, { signal, movedOn, attempt }) => {
      attempts.push(attempt);
      while (done.length < 4) {
        if (signal.aborted) throw new Error('stopped before the end');
        done.push(done.length);
        if (done.length === 2) {
          reached.resolve();
          await isQuiet.promise;
        }
        await movedOn();
      }
    }),
  );
  await ask(parts, 'test.steps', asAgent());
  await reached.promise;
  await setQuiet(true);
  isQuiet.resolve();
  await until(async () => (await state()).waiting === 1);
  expect(done).toEqual([0, 1]);
  await expect.poll(() => listJobs(parts)).toEqual([]);

  await setQuiet(false);
  await relayAll(parts);
  await until(async () => done.length === 4);
  expect(attempts).toEqual([1, 1]);
  await worker.stop();
});

test('a job that is put off twice after a crash waits once', async () => {
  const worker = await start(perform(job('test.send', z.object({}), { waits: true }), async () => {}));
  await setQuiet(true);
  await ask(parts, 'test.send', asAgent());
  await expect.poll(() => listJobs(parts)).toEqual([]);
  await ask(parts, 'test.send', asAgent()); // the same outbox row again
  await expect.poll(() => listJobs(parts)).toEqual([]);
  expect((await state()).waiting).toBe(1);
  await worker.stop();
});

test('everybody’s account says so, the switch is audited and told, and the operator’s stays whatever an administrator does', async () => {
  const { admin, agent } = ours.people;
  const setHeld = (held_since: Date | null) =>
    server.operator.db.updateTable('companies').set({ held_since }).where('company_id', '=', ours.companyId).execute();
  expect((await agent.call(getMe, {})).quiet).toBeNull();
  await setQuiet(true);
  await setQuiet(true);
  expect((await agent.call(getMe, {})).quiet).toEqual({ since: expect.any(String), by_operator: false });
  await setHeld(new Date());
  await setQuiet(false);
  expect((await agent.call(getMe, {})).quiet).toMatchObject({ by_operator: true });
  await setHeld(null);
  const entries = await server.operator.db
    .selectFrom('audit_log')
    .select(['action', 'after', 'actor_id'])
    .where('company_id', '=', ours.companyId)
    .orderBy('id')
    .execute();
  expect(entries).toEqual(
    [true, false].map((quiet) => ({ action: 'jobs.quiet_changed', after: { quiet }, actor_id: admin.userId })),
  );
});

test('a bulk action that starts in a quiet company runs when it is no longer quiet', async () => {
  const whole = await aServer({ worker: true, own: true });
  const { companyId, people } = await aCompany(whole, { admin: {}, agent: {} });
  const contact = await aContact(whole, companyId, { owner_id: people.agent.userId });
  const tag = await aTag(whole, companyId, 'fair');
  await people.admin.call(quietJobs, { body: { quiet: true } });
  const { id } = await people.agent.call(updateTagsGroup, { body: { ids: [contact], tags: [tag], remove_tags: [] } });
  await until(async () => (await people.admin.call(getQuietJobs, {})).waiting === 1);
  expect((await people.agent.call(getBulkAction, { params: { id } })).status).toBe('queued');
  await people.admin.call(quietJobs, { body: { quiet: false } });
  await until(async () => (await people.agent.call(getBulkAction, { params: { id } })).status === 'complete');
});

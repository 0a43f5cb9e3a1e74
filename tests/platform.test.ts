import { beforeAll, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import { getHealth, getPlatformInfo, listDeadJobs, rerunDeadJob } from '#contract/platform.ts';
import { createApp } from '#kernel/http/http.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { startWorker } from '#kernel/jobs/jobs.ts';
import { startRelay } from '#kernel/jobs/relay.ts';
import { renderMetrics } from '#kernel/ops/metrics.ts';
import { allRoutes } from '../server/areas.ts';
import { ask, openParts, type Parts } from './background/parts.ts';
import { aCompany } from './support/factories.ts';
import { aServer, call, type TestServer } from './support/server.ts';

let server: TestServer;
let parts: Parts;
beforeAll(async () => {
  server = await aServer({ own: true });
  parts = await openParts(server);
});

test('anyone can read whether this is the demo, and the support address', async () => {
  expect(await call(server.app, {}, getPlatformInfo, {})).toEqual({ demo: true, support_email: null });
  const config = { ...server.config, demo: false, supportEmail: 'help@crm.example' };
  const app = await createApp({ ...server.platform, config }, allRoutes);
  expect(await call(app, {}, getPlatformInfo, {})).toEqual({ demo: false, support_email: 'help@crm.example' });
  await app.close();
});

test('health says which part is not well, with a 503, and is well once relay and worker live', async () => {
  const health = () => call(server.app, {}, getHealth, {});
  await expect(health()).rejects.toMatchObject({
    status: 503,
    problem: {
      data: {
        ok: false,
        database: { ok: true },
        relay: { ok: false },
        worker: { ok: false, detail: 'no sign of life for 15 seconds' },
      },
    },
  });

  const relay = await startRelay(parts);
  const worker = await startWorker({ ...parts, tasks: { 'test.nothing': async () => {} }, concurrency: 1 });
  await expect.poll(() => health().catch(() => null)).toMatchObject({ ok: true, relay: { ok: true }, worker: { ok: true } });

  await Promise.all([relay.stop(), worker.stop()]);
  await expect(health()).rejects.toMatchObject({ status: 503 });
});

test('health and metrics name a chore that fails and since when, until it succeeds; the product counts as well meanwhile', async () => {
  const relay = await startRelay(parts);
  const worker = await startWorker({ ...parts, tasks: {}, concurrency: 1 });
  const health = () => call(server.app, {}, getHealth, {});
  await expect.poll(() => health().catch(() => null)).toMatchObject({ ok: true, housekeeping: { ok: true, failed: [] } });
  let broken = true;
  const sweep = { name: 'sweep', run: async () => expect(broken).toBe(false) };
  const tidy = { name: 'tidy', run: async () => {} };
  const round = () => runChores(server.operator.db, server.platform, [sweep, tidy]);

  await round();
  const first = (await health()).housekeeping;
  expect(first).toMatchObject({ ok: false, failed: [{ chore: 'sweep' }] });
  expect((await renderMetrics()).text).toMatch(/chore_failed\{chore="sweep"\} 1\nchore_failed\{chore="tidy"\} 0/);
  await round();
  expect(await health()).toMatchObject({ ok: true, housekeeping: first }); // since its first failure, not its last

  broken = false;
  await round();
  expect((await health()).housekeeping).toEqual({ ok: true, detail: 'done', failed: [] });
  expect((await renderMetrics()).text).toContain('chore_failed{chore="sweep"} 0');
  await Promise.all([relay.stop(), worker.stop()]);
});

test('an admin lists the dead jobs of the own company and runs one again', async () => {
  const ours = await aCompany(server, { admin: {}, agent: { under: 'admin' } });
  const theirs = await aCompany(server, { admin: {} });
  const worker = await startWorker({
    ...parts,
    tasks: { 'test.fail': () => Promise.reject(new TypeError('Rosa Alvarez')) },
    concurrency: 1,
  });
  await ask(parts, 'test.fail', { companyId: ours.companyId, userId: ours.people.agent.userId, maxAttempts: 1 });
  const { admin, agent } = ours.people;

  await expect
    .poll(() => admin.call(listDeadJobs, {}))
    .toMatchObject({ data: [{ task: 'test.fail', error: 'TypeError', attempts: 1 }] });
  await worker.stop();
  const [job] = (await admin.call(listDeadJobs, {})).data;
  const again = { params: { id: job?.id ?? '' } };

  expect(await theirs.people.admin.call(listDeadJobs, {})).toEqual({ data: [] });
  await expect(theirs.people.admin.call(rerunDeadJob, again)).rejects.toMatchObject({ status: 404 });
  await expect(agent.call(rerunDeadJob, again)).rejects.toMatchObject({ status: 403 });
  expect(await admin.call(rerunDeadJob, again)).toEqual({ id: job?.id });
  const log = await admin.call(listAuditEntries, { query: { action: 'jobs.run_again' } });
  expect(log.data).toMatchObject([{ after: { job: job?.id }, actor: { id: admin.userId } }]);
  expect(await admin.call(listDeadJobs, {})).toEqual({ data: [] });
});

test('metrics tell of requests, jobs, relay, cable and connections', async () => {
  const { text } = await renderMetrics();
  expect(text).toContain('http_request_duration_seconds_count{endpoint="getHealth",status="503"}');
  expect(text).toContain('job_duration_seconds_count{task="test.fail",outcome="dead"} 1');
  expect(text).toContain('database_pool_connections{pool="app",state="used"}');
  for (const name of ['relay_lag_seconds', 'cable_sockets', 'process_cpu_seconds_total'])
    expect(text).toContain(`# TYPE ${name}`);
});

// Jobs at set times: each company by its own clock, once each, as the system.
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createNote } from '#areas/crm/contacts/contacts.notes.ts';
import { updateContact } from '#areas/crm/contacts/contacts.service.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import { systemActor } from '#kernel/actors.ts';
import { type Actor, inTenant } from '#kernel/context.ts';
import { connect, type Database } from '#kernel/db/database.ts';
import { job } from '#kernel/jobs/job.ts';
import { startWorker } from '#kernel/jobs/jobs.ts';
import { relayAll } from '#kernel/jobs/relay.ts';
import { nextTime, runSchedules, schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { allSchedules } from '../../server/areas.ts';
import { atTheEnd } from '../support/atTheEnd.ts';
import { testLog } from '../support/database.ts';
import { aCompany, aContact } from '../support/factories.ts';
import { aServer, type TestServer } from '../support/server.ts';
import { emptyQueue, listJobs, openParts, type Parts } from './parts.ts';

const sweep = job('test.sweep', z.object({ room: z.string().default('all') }));
const nightly = schedule({ name: 'test.nightly', cron: '30 2 * * *', job: sweep, payload: { room: 'night' } });

let server: TestServer;
let parts: Parts;
/** As the database's administrator. */
let admin: Database;
beforeAll(async () => {
  server = await aServer({ own: true });
  admin = connect(server.url, testLog, { max: 1, name: 'test admin' });
  atTheEnd(() => admin.close());
  parts = await openParts(server);
});
beforeEach(async () => {
  await emptyQueue(parts);
  await server.operator.db.deleteFrom('outbox').execute();
  await server.operator.db.deleteFrom('schedules').execute();
});

const look = (at: string, schedules = [nightly]) =>
  runSchedules(server.operator.db, { ...server.platform, clock: () => new Date(at) }, schedules);

const rows = async (companyId: number) =>
  (
    await server.operator.db
      .selectFrom('schedules')
      .select(['name', 'next_at'])
      .where('company_id', '=', companyId)
      .orderBy('name')
      .execute()
  ).map(({ name, next_at }) => `${name} ${next_at}`);

const asked = (companyId: number) =>
  server.operator.db
    .selectFrom('outbox')
    .select(['name', 'payload', 'actor'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'job')
    .execute();

const inZone = (companyId: number, timezone: string) =>
  server.operator.db.updateTable('companies').set({ timezone }).where('company_id', '=', companyId).execute();

test.each([
  ['by the clock of the east', '30 2 * * *', 'est', '2026-01-10T12:00:00Z', '2026-01-11T07:30:00.000Z'],
  ['by the clock of Hawaii', '30 2 * * *', 'hst', '2026-01-10T12:00:00Z', '2026-01-10T12:30:00.000Z'],
  ['by summer time', '30 2 * * *', 'est', '2026-07-10T12:00:00Z', '2026-07-11T06:30:00.000Z'],
  ['after the hour that spring leaves out', '30 2 * * *', 'est', '2026-03-08T05:00:00Z', '2026-03-08T07:00:00.000Z'],
  ['the day after that again at its time', '30 2 * * *', 'est', '2026-03-08T12:00:00Z', '2026-03-09T06:30:00.000Z'],
  ['in the hour that autumn repeats, the first time', '30 1 * * *', 'est', '2026-11-01T04:00:00Z', '2026-11-01T05:30:00.000Z'],
  ['and not the second time', '30 1 * * *', 'est', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00.000Z'],
  ['never at the very moment it ran', '*/15 * * * *', 'pst', '2026-05-01T10:15:00Z', '2026-05-01T10:30:00.000Z'],
  ['on weekdays', '0 8 * * 1-5', 'cst', '2026-05-01T20:00:00Z', '2026-05-04T13:00:00.000Z'],
] as const)('comes %s', (_how, cron, timezone, after, next) => {
  expect(nextTime(cron, timezone, new Date(after)).toISOString()).toBe(next);
});

test('times that cannot be read, and payloads that do not fit, stop the start', () => {
  expect(() => schedule({ ...nightly, cron: '30 25 * * *' })).toThrow();
  expect(() => schedule({ ...nightly, cron: '0 0 30 2 *' })).toThrow('There is no time');
  expect(() => schedule({ ...nightly, payload: { room: 7 } })).toThrow();
  expect(new Set(allSchedules.map(({ name }) => name)).size).toBe(allSchedules.length);
});

test('a new company gets its row by the next look, and its job at the time of its own zone', async () => {
  const east = await aCompany(server, {});
  await look('2026-01-10T12:00:00Z');
  const west = await aCompany(server, {});
  await inZone(west.companyId, 'pst');
  await look('2026-01-10T12:00:30Z');
  expect(await rows(east.companyId)).toEqual(['test.nightly 2026-01-11T07:30:00.000Z']);
  expect(await rows(west.companyId)).toEqual(['test.nightly 2026-01-11T10:30:00.000Z']);
  expect(await asked(east.companyId)).toEqual([]);

  await look('2026-01-11T07:30:00Z');
  expect(await asked(east.companyId)).toEqual([
    { name: 'test.sweep', payload: { room: 'night' }, actor: { userId: 0, impersonatorId: null } },
  ]);
  expect(await asked(west.companyId)).toEqual([]);
  expect(await rows(east.companyId)).toEqual(['test.nightly 2026-01-12T07:30:00.000Z']);
});

test('however many times were missed, the job runs once, and one that still waits is replaced', async () => {
  const { companyId } = await aCompany(server, {});
  await look('2026-01-10T12:00:00Z');
  await look('2026-01-14T12:00:00Z');
  await look('2026-01-14T12:00:30Z');
  expect(await asked(companyId)).toHaveLength(1);
  expect(await rows(companyId)).toEqual(['test.nightly 2026-01-15T07:30:00.000Z']);

  await relayAll(parts);
  await look('2026-01-15T07:30:10Z');
  await relayAll(parts);
  const waiting = await listJobs(parts);
  expect(waiting.filter(({ key }) => key === `${companyId}:test.sweep:schedule test.nightly`)).toHaveLength(1);
});

test('of workers that look at once, one asks', async () => {
  const companies = await Promise.all(Array.from({ length: 5 }, () => aCompany(server, {})));
  await look('2026-01-10T12:00:00Z');
  await Promise.all(Array.from({ length: 3 }, () => look('2026-01-11T12:00:00Z')));
  for (const { companyId } of companies) expect(await asked(companyId)).toHaveLength(1);
});

test('a company that fails holds up no other', async () => {
  const [bad, good] = [await aCompany(server, {}), await aCompany(server, {})];
  await look('2026-01-10T12:00:00Z');
  await sql`alter table outbox add constraint test_refused check (company_id <> ${sql.lit(bad.companyId)})`.execute(admin.db);
  await look('2026-01-11T12:00:00Z');
  await sql`alter table outbox drop constraint test_refused`.execute(admin.db);
  expect(await asked(good.companyId)).toHaveLength(1);
  expect(await asked(bad.companyId)).toEqual([]);

  await look('2026-01-11T12:00:30Z');
  expect(await asked(bad.companyId)).toHaveLength(1);
});

test('a schedule of other times takes them up, and one that is no more goes', async () => {
  const { companyId } = await aCompany(server, {});
  const weekly = schedule({ name: 'test.weekly', cron: '0 6 * * 1', job: sweep });
  await look('2026-01-10T12:00:00Z', [nightly, weekly]);
  await look('2026-01-10T12:00:30Z', [{ ...nightly, cron: '45 3 * * *' }]);
  expect(await rows(companyId)).toEqual(['test.nightly 2026-01-11T08:45:00.000Z']);
});

test('the job acts as the system: within its company, on all of it, and shown as Steward', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { agent } = people;
  const contact = await aContact(server, companyId, { owner_id: agent.userId, last_name: 'Reyes' });
  const actors: Actor[] = [];
  await look('2026-01-10T12:00:00Z');
  await server.operator.db.deleteFrom('schedules').where('company_id', '<>', companyId).execute();
  await look('2026-01-11T12:00:00Z');
  await relayAll(parts);
  const { version } = await agent.call(getContact, { params: { id: contact }, query: {} });
  const tasks = perform(sweep, async (ctx) => {
    actors.push(ctx.actor);
    await inTenant(ctx, (tx) => updateContact(tx, contact, { version, last_name: 'Swept' }));
  });
  const worker = await startWorker({ ...parts, tasks, concurrency: 1 });
  await expect.poll(() => listJobs(parts)).toEqual([]);
  await worker.stop();

  expect(actors).toMatchObject([{ userId: 0, companyId, role: 'admin', name: 'Steward', impersonatorId: null }]);
  const { data } = await agent.call(listContactTimeline, { params: { id: contact }, query: {} });
  expect(data[0]).toMatchObject({ action: 'updated', actor: null, impersonator: null });
});

test('what has to name a person refuses the system', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const contact = await aContact(server, companyId, { owner_id: people.agent.userId, last_name: 'Reyes' });
  const ctx = { ...server.platform, platform: server.platform, actor: systemActor(companyId) };
  await expect(inTenant(ctx, (tx) => createNote(tx, contact, { body: 'x' }))).rejects.toMatchObject({ code: '23503' });
});

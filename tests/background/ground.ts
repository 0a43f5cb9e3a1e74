// A database of one's own with a company and two people in it, and the parts that work goes on with behind a request.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#kernel/config.ts';
import type { Actor, Platform } from '#kernel/context.ts';
import { createActor } from '#kernel/context.ts';
import { connect, type DatabaseRole, roleUrl } from '#kernel/database.ts';
import { createJobsAdmin } from '#kernel/deadJobs.ts';
import { migrateJobs, openJobQueue } from '#kernel/jobQueue.ts';
import { startListener } from '#kernel/listener.ts';
import { createLog } from '#kernel/log.ts';
import { setUpDatabase } from '#kernel/migrate.ts';
import { createFanout } from '#kernel/fanout.ts';
import { createSeal } from '#kernel/seal.ts';
import { folderStorage } from '#kernel/storage.ts';

/** Roles, and so their passwords, are shared by all databases of a server: every test uses one key. */
const key = Buffer.alloc(32, 7);
const seal = createSeal(key);
export const log = createLog('silent', 'test');

export type Ground = Awaited<ReturnType<typeof createGround>>;

export async function createGround() {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set');
  const name = `background_${randomBytes(6).toString('hex')}`;
  const adminUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.query('select pg_advisory_lock(1)'); // roles are made by one at a time
  await setUpDatabase(adminUrl, seal, log);
  await admin.query('select pg_advisory_unlock(1)');
  await migrateJobs(roleUrl(adminUrl, 'jobs', seal), log);
  const company = await fillDatabase(adminUrl);
  const parts = await openParts((role) => roleUrl(adminUrl, role, seal));
  return {
    adminUrl,
    ...company,
    ...parts,
    async close() {
      await parts.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** What a process opens, by the database's URL for each role. */
export async function openParts(urlOf: (role: DatabaseRole) => string) {
  const [app, operator, jobs] = (['app', 'operator', 'jobs'] as const).map((role) => connect(urlOf(role), log, { max: 6, name: role }));
  if (!app || !operator || !jobs) throw new Error('unreachable');
  const listener = await startListener(urlOf('app'), log);
  const queue = await openJobQueue(jobs.pool, log);
  const platform: Platform = {
    config: readConfig({ DATA_DIR: join(tmpdir(), 'steward-background-test'), DATABASE_URL: urlOf('app'), ENVELOPE_KEY: key.toString('base64') }),
    log,
    db: app.db,
    pool: app.pool,
    seal,
    storage: folderStorage(tmpdir()),
    clock: () => new Date(),
    jobs: createJobsAdmin(jobs.pool),
    wakeRelay: () => {},
  };
  return {
    platform,
    operator,
    jobs: jobs.pool,
    listener,
    queue,
    fanout: createFanout({ pool: operator.pool, listener, log }),
    async close() {
      await queue.release();
      await listener.close();
      await Promise.all([app.close(), operator.close(), jobs.close()]);
    },
  };
}

export const urlsOf = (adminUrl: string) => (role: DatabaseRole) => roleUrl(adminUrl, role, seal);

async function fillDatabase(adminUrl: string): Promise<{ companyId: number; admin: Actor; agent: Actor }> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  const one = async (text: string, values: unknown[] = []): Promise<number> => (await client.query(text, values)).rows[0].id;
  const companyId = await one(
    `insert into companies (name, domain_name, number, variant) values ('Harbor', 'harbor.test', 1, 'standard') returning company_id as id`,
  );
  const unit = await one(`insert into business_units (company_id, name, number) values ($1, 'Miami', 1) returning id`, [companyId]);
  const person = async (role: 'admin' | 'agent', number: number): Promise<Actor> => {
    const userId = await one(
      `insert into users (company_id, business_unit_id, role, number, email, username, first_name, last_name, password_hash)
       values ($1, $2, $3, $4, $3 || '@harbor.test', $3, 'Ana', 'Ruiz', '') returning id`,
      [companyId, unit, role, number],
    );
    const name = 'Ana Ruiz';
    return createActor({ userId, companyId, businessUnitId: unit, role, name, sessionId: null, impersonatorId: null });
  };
  const people = { admin: await person('admin', 1), agent: await person('agent', 2) };
  await client.end();
  return { companyId, ...people };
}

/** As a task receives it, without its way through the outbox. */
export function envelope(actor: Actor, payload: unknown = {}) {
  return { companyId: actor.companyId, outboxId: 1, asker: { userId: actor.userId, impersonatorId: null }, payload };
}

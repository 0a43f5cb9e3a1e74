// graphile-worker as we set it up: its schema belongs to the role `jobs`, it logs through our log, and it handles no signals.
import { type AddJobsJobSpec, Logger, makeWorkerUtils, runMigrations, type WorkerUtils } from 'graphile-worker';
import pg from 'pg';
import type { Log } from './log.ts';

export type JobSpec = AddJobsJobSpec;
export type JobQueue = Pick<WorkerUtils, 'addJobs' | 'release'>;

/** Brings the queue's schema up to date; `url` is that of the role `jobs`. */
export async function migrateJobs(url: string, log: Log): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'steward set-up' });
  pool.on('error', (err) => log.warn({ err }, 'database connection lost'));
  pool.on('connect', (client) => client.on('error', (err) => log.warn({ err }, 'database connection lost')));
  try {
    // Made here, because graphile-worker would first try to create the schema, which this role may not.
    await pool.query(`create table if not exists graphile_worker.migrations
      (id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)`);
    await runMigrations({ pgPool: pool, logger: queueLogger(log) });
  } finally {
    await pool.end();
  }
}

/** `pool` is connected as the role `jobs`. */
export const openJobQueue = (pool: pg.Pool, log: Log): Promise<JobQueue> =>
  makeWorkerUtils({ pgPool: pool, logger: queueLogger(log) });

/** What it says of single jobs we say ourselves, with names of our own and without values. */
export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (meta && ('failure' in meta || 'success' in meta)) return;
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.trace(message);
  });

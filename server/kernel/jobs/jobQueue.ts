// graphile-worker as we set it up: its schema belongs to the role `jobs`, it logs through our log, and it handles no signals.
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '#kernel/ops/log.ts';

export interface JobSpec {
  task: string;
  payload: object;
  maxAttempts: number;
  flags: string[];
  /** One job each. */
  key?: string;
  /** The rule where the queue has a job with this key. Default: that job stays (waiting, running or dead), and none is added. */
  known?: 'replace' | 'cancel';
  /** At once where it is null. */
  runAt?: string | null;
}

export interface JobQueue {
  addJobs(specs: JobSpec[]): Promise<void>;
}

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

/**
 * `pool` is connected as the role `jobs`. graphile-worker's own addJobs takes a job that runs for one that no longer holds: it would give it up,
 * leave it in the queue as dead, and make another. That is right for a job that is replaced: the new one sees what the running one may have missed.
 */
export const createJobQueue = (pool: pg.Pool): JobQueue => ({
  async addJobs(specs) {
    await pool.query(
      `select case when spec.known = 'cancel' then (graphile_worker.remove_job(spec.key)).id
         else (graphile_worker.add_job(spec.task, spec.payload, max_attempts => spec."maxAttempts", run_at => spec."runAt",
           flags => array(select jsonb_array_elements_text(spec.flags)), job_key => spec.key,
           job_key_mode => coalesce(spec.known, 'unsafe_dedupe'))).id end
       from jsonb_to_recordset($1)
         as spec(task text, payload json, "maxAttempts" int, flags jsonb, key text, known text, "runAt" timestamptz)`,
      [JSON.stringify(specs)],
    );
  },
});

/** Drops the queue's lines about single jobs: we log these ourselves, with our own names and without values. */
export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (meta && ('failure' in meta || 'success' in meta)) return;
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.trace(message);
  });

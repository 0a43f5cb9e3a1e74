// Gives back the jobs of workers that died without a word. graphile-worker alone would wait four hours.
import type { Pool } from 'pg';
import type { Database } from '#kernel/db/database.ts';
import type { Log } from '#kernel/ops/log.ts';
import { listAlive } from './heartbeats.ts';
import { maxAttemptsWithCrashes } from './job.ts';

interface RecoveryParts {
  operator: Database;
  /** Connected as the role `jobs`. */
  pool: Pool;
  log: Log;
  /** Milliseconds without a heartbeat. */
  goneAfter: number;
}

/** Milliseconds between two looks; a worker is given up at the second that misses it: within 50 seconds of its last sign. */
export const recoverEvery = 15_000;

/**
 * One look after another, for deaths that nobody saw; what fell before its supervisor's eyes is given back without (worker.ts). Twice
 * missed, because after a database outage everybody's heartbeat is old for a moment. `self` asks: alive, whatever its heartbeat says.
 */
export function createRecovery({ operator, pool, log, goneAfter }: RecoveryParts, self: string): () => Promise<void> {
  let missed = new Set<string>();
  return async () => {
    const alive = await listAlive(operator.db, 'worker', goneAfter);
    const { rows } = await pool.query<{ locked_by: string }>(
      `select distinct locked_by from graphile_worker.jobs
       where locked_at < now() - make_interval(secs => $1) and locked_by <> all($2)`,
      [goneAfter / 1000, [self, ...alive]],
    );
    const silent = rows.map((row) => row.locked_by);
    const dead = silent.filter((worker) => missed.has(worker));
    missed = new Set(silent);
    if (dead.length > 0) await giveBackOf(pool, dead, log);
  };
}

/**
 * The death does not cost a try, so long as there have not been too many. A job whose last try it was then comes once more, to say that it is given
 * up (tasks.ts); it would stand as under way for ever.
 */
export async function giveBackOf(pool: Pool, workers: string[], log: Log): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin'); // unlocked without its one try more a job would be left for good
    await client.query(
      'update graphile_worker._private_jobs set max_attempts = max_attempts + 1 where locked_by = any($1) and max_attempts < $2',
      [workers, maxAttemptsWithCrashes],
    );
    const { rows } = await client.query<{ id: string; spent: boolean }>(
      'select id, attempts >= max_attempts as spent from graphile_worker.jobs where locked_by = any($1)',
      [workers],
    );
    await client.query('select graphile_worker.force_unlock_workers($1)', [workers]);
    await client.query(
      'select from graphile_worker.reschedule_jobs($1, run_at => now(), attempts => $2, max_attempts => $2 + 1)',
      [rows.filter(({ spent }) => spent).map(({ id }) => id), maxAttemptsWithCrashes],
    );
    await client.query('commit');
    client.release();
    if (rows.length > 0) log.warn({ workers: workers.length, jobs: rows.length }, 'gave back the jobs of workers that died');
  } catch (error) {
    client.release(true); // rolled back with its connection
    throw error;
  }
}

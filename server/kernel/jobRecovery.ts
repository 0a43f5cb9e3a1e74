// Gives back the jobs of workers that died without a word. graphile-worker alone would wait four hours.
import type { Pool } from 'pg';
import type { Database } from './database.ts';
import { listAlive } from './heartbeats.ts';
import type { Log } from './log.ts';

export interface RecoveryParts {
  operator: Database;
  pool: Pool;
  log: Log;
  /** The worker that asks: alive, whatever its heartbeat says. */
  self: string;
  /** Milliseconds without a heartbeat. */
  goneAfter: number;
}

/** Milliseconds between two looks; a worker is given up at the second that misses it: within 50 seconds of its last sign. */
export const recoverEvery = 15_000;

/** Twice missed, because after a database outage everybody's heartbeat is old for a moment. */
export function createRecovery({ operator, pool, log, self, goneAfter }: RecoveryParts): () => Promise<void> {
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
    if (dead.length === 0) return;
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead]);
    log.warn({ workers: dead.length }, 'gave back the jobs of workers that died');
  };
}

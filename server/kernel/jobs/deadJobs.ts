// Dead letters: jobs that failed for good stay in the queue until an operator of their company runs them again.
import type { Pool } from 'pg';
import type { DeadJob } from '#contract/platform.ts';
import { companyFlag, maxAttempts } from './job.ts';

export interface JobsAdmin {
  /** The newest 100. */
  listDead(companyId: number): Promise<DeadJob[]>;
  /** Gives a dead job all its tries back. False where the company has no such dead job. */
  rerun(companyId: number, id: string): Promise<boolean>;
}

/** A worker that dies with its job on the last try writes no error. */
const killed = 'The worker stopped while it ran.';

/** `pool` is connected as the role `jobs`. */
export function createJobsAdmin(pool: Pool): JobsAdmin {
  return {
    async listDead(companyId) {
      // A failure moves run_at to the time of the next try, e^attempts seconds later, and writes no time of its own.
      const { rows } = await pool.query<DeadJob>(
        `select id::text, task_identifier as task, coalesce(last_error, $2) as error, attempts, created_at,
           greatest(created_at, run_at - exp(least(attempts, 10)) * interval '1 second') as failed_at
         from graphile_worker.jobs
         where flags ? $1 and attempts >= max_attempts and locked_at is null
         order by failed_at desc, id desc
         limit 100`,
        [companyFlag(companyId), killed],
      );
      return rows;
    },
    async rerun(companyId, id) {
      const { rowCount } = await pool.query(
        `select from graphile_worker.reschedule_jobs(
           array(select id from graphile_worker.jobs
                 where id = $1 and flags ? $2 and attempts >= max_attempts and locked_at is null),
           run_at => now(), attempts => 0, max_attempts => $3)`,
        [id, companyFlag(companyId), maxAttempts],
      );
      return rowCount === 1;
    },
  };
}

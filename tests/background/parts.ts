// The background parts (queue, relay, worker) beside a test server, and jobs put directly into its queue.

import { createFanout } from '#kernel/cable/fanout.ts';
import { connect } from '#kernel/db/database.ts';
import { startListener } from '#kernel/db/listener.ts';
import { companyFlag } from '#kernel/jobs/job.ts';
import { createJobQueue } from '#kernel/jobs/jobQueue.ts';
import { atTheEnd } from '../support/atTheEnd.ts';
import { testLog as log } from '../support/database.ts';
import type { TestServer } from '../support/server.ts';

export async function openParts({ platform, operator, urlOf }: TestServer) {
  const { pool } = connect(urlOf('jobs'), log, { max: 8, name: 'test jobs' });
  const listener = await startListener(urlOf('app'), log);
  atTheEnd(async () => {
    await listener.close();
    await pool.end();
  });
  return {
    platform,
    operator,
    pool,
    listener,
    queue: createJobQueue(pool),
    fanout: createFanout({ pool: operator.pool, listener, log }),
    log,
  };
}
export type Parts = Awaited<ReturnType<typeof openParts>>;

export const listJobs = async ({ pool }: Parts) => (await pool.query('select * from graphile_worker.jobs order by id')).rows;

/** The queue's own functions do not touch running jobs. */
export const emptyQueue = ({ pool }: Parts) => pool.query('delete from graphile_worker._private_jobs');

export interface Asked {
  companyId: number;
  userId: number;
  payload?: unknown;
  maxAttempts?: number;
}

/** As the relay would. */
export const ask = ({ queue }: Parts, task: string, { companyId, userId, payload = {}, maxAttempts = 8 }: Asked) =>
  queue.addJobs([
    {
      task,
      payload: { companyId, outboxId: 1, asker: { userId, impersonatorId: null }, payload },
      maxAttempts,
      flags: [companyFlag(companyId)],
    },
  ]);

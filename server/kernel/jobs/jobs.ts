// The worker: runs jobs from the queue, each as the person who asked. A failure is tried again later; after the last try the job stays
// where it is, as a dead letter. A job whose worker died goes back to the queue (jobRecovery.ts).
import { EventEmitter } from 'node:events';
import { type JobHelpers, run, type TaskList, WorkerPreset } from 'graphile-worker';
import type { Pool } from 'pg';
import { loadActor } from '#kernel/actors.ts';
import { createActor, type Platform } from '#kernel/context.ts';
import type { Database } from '#kernel/db/database.ts';
import type { Log } from '#kernel/ops/log.ts';
import { type JobOutcome, observeJob } from '#kernel/ops/metrics.ts';
import { beat, beatEvery, goneAfter, sayGoodbye } from './heartbeats.ts';
import { type Chore, runChores } from './housekeeping.ts';
import { maxAttemptsWithCrashes } from './job.ts';
import { queueLogger } from './jobQueue.ts';
import { createRecovery, giveBackOf, recoverEvery } from './jobRecovery.ts';
import { type Pump, pumpEvery, runPumps } from './pump.ts';
import { isQuiet, putOff } from './quiet.ts';
import { repeat } from './repeat.ts';
import { runSchedules, type Schedule, scheduleEvery } from './schedules.ts';
import { describeError, JobEnvelope, type JobRun, type Task, type Tasks } from './tasks.ts';

export interface WorkerParts {
  platform: Platform;
  /** Connected as the role `operator`. */
  operator: Database;
  /** Connected as the role `jobs`, with two connections more than `concurrency`. */
  pool: Pool;
  tasks: Tasks;
  log: Log;
  concurrency: number;
  /** Workers known to have died, as they signed their jobs. */
  fallen?: string[];
  chores?: Chore[];
  schedules?: Schedule[];
  pumps?: Pump[];
  /** Milliseconds; other paces are for tests. */
  pace?: { beat: number; gone: number; recover: number };
}

export interface JobWorker {
  /** Its id in the locks of the jobs that it holds. */
  id: string;
  /** Takes no more jobs, lets those that run finish or leave at their next good place, and gives back what is left. */
  stop(): Promise<void>;
  /** Resolves when the worker has ended, by stop() or because it could not go on: then the process should end too. */
  ended: Promise<void>;
}

const chorePause = 3_600_000;
/** Milliseconds from stop(): until the jobs are told, and until they are given back over their heads. */
const tellAfter = 1_000;
const giveUpAfter = 15_000;

export async function startWorker(parts: WorkerParts): Promise<JobWorker> {
  const { operator, pool, log, tasks, concurrency, fallen = [], chores = [], schedules = [], pumps = [] } = parts;
  const pace = parts.pace ?? { beat: beatEvery, gone: goneAfter, recover: recoverEvery };
  if (fallen.length > 0) await giveBackOf(pool, fallen, log);
  const interrupted: Interrupted[] = [];
  const events = new EventEmitter();
  let id = '';
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => (id = workerPool.id)); // what its locks are signed with
  const runner = await run({
    preset: {
      extends: [WorkerPreset],
      worker: {
        concurrentJobs: concurrency,
        pollInterval: 2_000,
        gracefulShutdownAbortTimeout: tellAfter,
        completeJobBatchDelay: 0, // without these two, stop() would not wait until what ended is written down
        failJobBatchDelay: 0,
        localQueue: { size: -1 }, // what waits there has its try counted, and would die beside a job that kills the worker
      },
    },
    pgPool: pool,
    logger: queueLogger(log),
    events,
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, runAsAsker(parts, name, task, interrupted)]),
    ) as TaskList,
  });
  const stuck = watchTaking(events, pace.gone);
  const background = [
    repeat('a heartbeat', pace.beat, log, async () => {
      await beat(operator.db, 'worker', id);
      stuck.look();
    }),
    repeat('the recovery of jobs', pace.recover, log, createRecovery({ operator, pool, log, goneAfter: pace.gone }, id)),
    ...(chores.length > 0 ? [repeat('housekeeping', chorePause, log, () => runChores(operator.db, parts.platform, chores))] : []),
    ...(schedules.length > 0
      ? [repeat('a look at the schedules', scheduleEvery, log, () => runSchedules(operator.db, parts.platform, schedules))]
      : []),
    ...(pumps.length > 0
      ? [repeat('a look at what is due', pumpEvery, log, () => runPumps(operator.db, parts.platform, pumps))]
      : []),
  ];
  const stopBackground = () => Promise.all(background.map((work) => work.stop()));
  const ended = Promise.race([runner.promise, stuck.promise])
    .catch((err) => log.error({ err }, 'the worker cannot go on'))
    .then(stopBackground);
  return {
    id,
    ended: ended.then(() => {}),
    async stop() {
      await Promise.race([runner.stop().catch(() => {}), deadline(giveUpAfter)]); // it rejects where it has ended by itself
      await stopBackground();
      for (const job of interrupted) await giveBack(pool, job);
      await pool.query('select graphile_worker.force_unlock_workers($1)', [[id]]);
      await sayGoodbye(operator.db, 'worker', id);
    },
  };
}

/**
 * graphile-worker asks once for the ids of its tasks' names and keeps what that came to: where the database fell just then, it keeps the error,
 * and never takes a job again. `look`, called when the database has answered, rejects `promise` once that has gone on for too long.
 */
function watchTaking(events: EventEmitter, tooLong: number) {
  const { promise, reject } = Promise.withResolvers<never>();
  let failingSince: number | null = null;
  events.on('worker:getJob:error', () => (failingSince ??= performance.now()));
  for (const success of ['worker:getJob:empty', 'job:start']) events.on(success, () => (failingSince = null));
  return {
    promise,
    look() {
      if (failingSince !== null && performance.now() - failingSince > tooLong)
        reject(new Error('no job can be taken, though the database answers'));
    },
  };
}

interface Interrupted {
  id: string;
  attempts: number;
}

function runAsAsker({ platform, pool, log }: WorkerParts, name: string, task: Task, interrupted: Interrupted[]) {
  return async (envelope: unknown, { job, abortSignal }: JobHelpers): Promise<void> => {
    const began = performance.now();
    const jobLog = log.child({ task: name, job: job.id, attempt: job.attempts });
    const end = (outcome: JobOutcome) => {
      const ms = performance.now() - began;
      observeJob(name, outcome, ms / 1000);
      jobLog.info({ outcome, ms: Math.round(ms) }, 'job ended');
    };
    let { attempts } = job;
    const quiet = new AbortController();
    const run: JobRun = {
      signal: AbortSignal.any([abortSignal, quiet.signal]),
      attempt: job.attempts,
      spent: job.attempts > maxAttemptsWithCrashes,
      get last() {
        return attempts >= job.max_attempts;
      },
      async movedOn() {
        if (attempts > 1) await countFromHere(pool, job.id);
        attempts = 1;
        if (task.waits && (await isQuiet(platform.db, companyOf(envelope)))) quiet.abort();
      },
    };
    const putItOff = async () => {
      await putOff(platform.db, JobEnvelope.parse(envelope), name, job.key);
      end('put_off');
    };
    try {
      const { companyId, asker, payload } = JobEnvelope.parse(envelope);
      if (task.waits && !run.spent && (await isQuiet(platform.db, companyId))) return await putItOff();
      const actor = await loadActor(platform, companyId, asker.userId, asker.impersonatorId, asker.apiKeyId);
      if (!actor) {
        jobLog.warn({ company: companyId, user: asker.userId }, 'job dropped: who asked for it is no longer active');
        const nobody = createActor({
          ...asker,
          apiKeyId: null,
          companyId,
          businessUnitId: 0,
          role: 'basic',
          name: '',
          sessionId: null,
        });
        const ctx = { platform, clock: platform.clock, log: jobLog, actor: nobody };
        await task.giveUp?.(ctx, payload); // or what waits for it would wait for ever
        return end('dropped');
      }
      const ctx = { platform, clock: platform.clock, log: jobLog, actor };
      try {
        await task(ctx, payload, run);
      } catch (error) {
        if (!quiet.signal.aborted || abortSignal.aborted) throw error;
        return await putItOff();
      }
      end('done');
    } catch (err) {
      if (abortSignal.aborted) {
        interrupted.push({ id: job.id, attempts });
        end('interrupted');
      } else {
        jobLog.error({ err }, run.last ? 'job failed for good' : 'job failed, to be tried again');
        end(run.last ? 'dead' : 'failed');
      }
      throw new Error(describeError(err)); // its message is what the queue keeps
    }
  };
}

const companyOf = (envelope: unknown) => JobEnvelope.parse(envelope).companyId;

/** The queue's own calls leave alone what is running. */
async function countFromHere(pool: Pool, id: string): Promise<void> {
  await pool.query('update graphile_worker._private_jobs set attempts = 1 where id = $1', [id]);
}

/** A job that had to leave starts anew at once elsewhere, and that try does not count. */
async function giveBack(pool: Pool, { id, attempts }: Interrupted): Promise<void> {
  await pool.query(`select from graphile_worker.reschedule_jobs(array[$1::bigint], run_at => now(), attempts => $2)`, [
    id,
    attempts - 1,
  ]);
}

function deadline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

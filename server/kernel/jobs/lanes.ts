// Jobs run in lanes, each with its own places, so that a mail does not wait for imports, nor a person's job for mailings.

import type { Lane } from './job.ts';
import { type JobWorker, startWorker, type WorkerParts } from './jobs.ts';
import type { Tasks } from './tasks.ts';

export interface Lanes extends Pick<JobWorker, 'stop' | 'ended'> {
  /** The workers' ids in the locks of the jobs that they hold. */
  ids: string[];
}

/** `places`: how many jobs each lane runs at once. If one lane ends by itself, `ended` resolves. */
export async function startLanes({
  tasks,
  places,
  fallen = [],
  chores = [],
  schedules = [],
  pumps = [],
  ...parts
}: Omit<WorkerParts, 'concurrency'> & { places: Record<Lane, number> }): Promise<Lanes> {
  const lanes = await Promise.all([
    startWorker({ ...parts, tasks: tasksOf(tasks, 'long'), concurrency: places.long }),
    startWorker({ ...parts, tasks: tasksOf(tasks, 'sends'), concurrency: places.sends }),
    startWorker({ ...parts, tasks: tasksOf(tasks, 'quick'), concurrency: places.quick, fallen, chores, schedules, pumps }),
  ]);
  return {
    ids: lanes.map(({ id }) => id),
    ended: Promise.race(lanes.map(({ ended }) => ended)),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

const tasksOf = (tasks: Tasks, wanted: Lane): Tasks =>
  Object.fromEntries(Object.entries(tasks).filter(([, { lane = 'quick' }]) => lane === wanted));

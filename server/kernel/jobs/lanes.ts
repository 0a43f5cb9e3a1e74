// Jobs run in two lanes, each with its own places, so that a mail does not wait for imports.
import { type JobWorker, startWorker, type WorkerParts } from './jobs.ts';
import type { Tasks } from './tasks.ts';

export interface Lanes extends Pick<JobWorker, 'stop' | 'ended'> {
  /** What each signs the jobs with that it holds. */
  ids: string[];
}

/** `places`: how many jobs each lane runs at once. Where one lane ends by itself, `ended` resolves. */
export async function startLanes({
  tasks,
  places,
  fallen = [],
  chores = [],
  schedules = [],
  pumps = [],
  ...parts
}: Omit<WorkerParts, 'concurrency'> & { places: { long: number; quick: number } }): Promise<Lanes> {
  const [long, quick] = partition(tasks);
  const lanes = await Promise.all([
    startWorker({ ...parts, tasks: long, concurrency: places.long }),
    startWorker({ ...parts, tasks: quick, concurrency: places.quick, fallen, chores, schedules, pumps }),
  ]);
  return {
    ids: lanes.map(({ id }) => id),
    ended: Promise.race(lanes.map(({ ended }) => ended)),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

function partition(tasks: Tasks): [long: Tasks, quick: Tasks] {
  const named = Object.entries(tasks);
  const those = (long: boolean) => Object.fromEntries(named.filter(([, task]) => (task.long ?? false) === long));
  return [those(true), those(false)];
}

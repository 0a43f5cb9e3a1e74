// An area of the product as it declares itself in `<area>.area.ts`. server/areas.ts lists them; the kernel knows none of them.
import type { FileKinds } from '#kernel/files/fileSweep.ts';
import type { Route } from '#kernel/http/routes.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import type { Schedule } from '#kernel/jobs/schedules.ts';
import type { Tasks } from '#kernel/jobs/tasks.ts';
import type { Reseal } from '#kernel/secrets/reseal.ts';

export interface Area {
  /** The folder's name. */
  name: string;
  routes?: Route[];
  /** What its jobs do: `perform(importJobs.run, …)` each. */
  jobs?: Tasks[];
  /** What its bulk actions do to contacts. */
  operations?: Operation[];
  /** What is tidied every hour, across companies. */
  chores?: Chore[];
  /** Jobs at set times, each company by its own clock: `schedule({ name, cron, job })` each. */
  schedules?: Schedule[];
  /** What it keeps stored files for, and the table of their owners. */
  fileKinds?: FileKinds;
  /** What it keeps sealed, by what it is, and how that moves to a new envelope key. */
  reseals?: Record<string, Reseal>;
}

export const area = (declaration: Area): Area => declaration;

// An area's declaration, in `<area>.area.ts`. server/areas.ts lists the areas; the kernel knows none of them.

import type { FileKinds } from '#kernel/files/fileSweep.ts';
import type { AccountHook, HookKind } from '#kernel/http/hooks.ts';
import type { Route } from '#kernel/http/routes.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import type { Pump } from '#kernel/jobs/pump.ts';
import type { Schedule } from '#kernel/jobs/schedules.ts';
import type { Tasks } from '#kernel/jobs/tasks.ts';
import type { Reseal } from '#kernel/secrets/reseal.ts';
import type { Attached } from './attached.ts';
import type { DashboardCard } from './dashboard.ts';
import type { MePart } from './me.ts';
import type { OutsideService } from './services.ts';
import type { Setting } from './settings.ts';
import type { TimelineKind } from './timeline.ts';

export interface Area {
  /** The folder's name. */
  name: string;
  routes?: Route[];
  /** Its jobs: `perform(importJobs.run, …)` each. */
  jobs?: Tasks[];
  /** Calls of outside services that it works on (kernel/http/hooks.ts). */
  hooks?: HookKind[];
  /** Calls of services that have one account for all companies. */
  accountHooks?: AccountHook[];
  /** Its bulk operations on contacts. */
  operations?: Operation[];
  /** Its hourly chores across companies. */
  chores?: Chore[];
  /** Jobs at set times, by each company's own clock: `schedule({ name, cron, job })` each. */
  schedules?: Schedule[];
  /** Its work when rows of its own are due (kernel/jobs/pump.ts). */
  pumps?: Pump[];
  /** Why it stores files, and the table of their owners. */
  fileKinds?: FileKinds;
  /** Its settings of a company: `setting(name, schema, default)` each. */
  settings?: Setting[];
  /** Rules for its rows that belong to a contact or a user: `ofContact(…)` and `ofUser(…)` each. */
  attached?: Attached[];
  /** Its cards on the dashboard: `dashboardCard({ name, title, load })` each. */
  cards?: DashboardCard[];
  /** Its entries in the timelines of contacts: `timelineKind({ name, label, actions })` each. */
  timeline?: TimelineKind[];
  /** The outside services that it uses: `outsideService({ name, title, state })` each. */
  services?: OutsideService[];
  /** Its fields of the signed-in user (GET /v1/users/me): `mePart({ empty, read })` each. */
  me?: MePart[];
  /** Its sealed data by name, and how to move it to a new envelope key. */
  reseals?: Record<string, Reseal>;
}

export const area = (declaration: Area): Area => declaration;

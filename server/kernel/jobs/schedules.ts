// Jobs at set times: each company has them in its own time zone, and they act as the system. As the operator: a plain look for what is due,
// then each company's rows in a transaction of their own, which asks for the job and moves the time (scale-out rule 11).
import { Cron } from 'croner';
import { sql } from 'kysely';
import type { z } from 'zod';
import { timezones, zoneOf } from '#contract/lookups.ts';
import { system } from '#kernel/actors.ts';
import type { Platform } from '#kernel/context.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Job } from './job.ts';
import type { Asker } from './outbox.ts';

export interface Schedule<S extends z.ZodType = z.ZodType> {
  /** `area.verb`, unique among all schedules. */
  name: string;
  /** Minute, hour, day of the month, month, weekday: `30 2 * * *` is every night at half past two. */
  cron: string;
  job: Job<S>;
  /** `{}` where left out. */
  payload?: z.input<S>;
}

/** Throws where the times, or the payload, cannot be read: the process does not start. */
export function schedule<S extends z.ZodType>(declaration: Schedule<S>): Schedule {
  nextTime(declaration.cron, 'est', new Date());
  declaration.job.payload.parse(declaration.payload ?? {});
  return declaration as unknown as Schedule;
}

type Timezone = (typeof timezones)[number];

/**
 * The first time after `after` that fits, by the clocks of the zone. An hour that clocks leave out runs after it, one that they repeat runs once;
 * but what comes every few minutes or hours follows real time.
 */
export function nextTime(cron: string, timezone: Timezone, after: Date): Date {
  const next = new Cron(cron, { mode: '5-part', timezone: zoneOf(timezone) }).nextRun(after);
  if (!next) throw new Error(`There is no time "${cron}"`);
  return next;
}

/** Milliseconds between two looks. */
export const scheduleEvery = 30_000;
const batch = 500;

/**
 * One look: asks for every job that is due. However many of its times were missed, a job runs once. Any number of workers may look at once. A company
 * that fails is left for the next look.
 */
export async function runSchedules(
  db: Db,
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  schedules: Schedule[],
): Promise<void> {
  const now = clock();
  await keepRows(db, schedules, now);
  const seen = new Set<number>();
  for (;;) {
    const due = await listDue(db, now, seen);
    for (const companyId of new Set(due.map((row) => row.company_id))) {
      seen.add(companyId);
      await askForDue(db, companyId, schedules, now).catch((err) =>
        log.error({ err, company: companyId }, 'scheduled jobs could not be asked for'),
      );
    }
    if (due.length < batch) return;
  }
}

const listDue = (db: Db, now: Date, except: Set<number>) =>
  db
    .selectFrom('schedules')
    .select('company_id')
    .where('next_at', '<=', now.toISOString())
    .where(sql<boolean>`company_id <> all(${[...except]}::bigint[])`)
    .orderBy('next_at')
    .limit(batch)
    .execute();

/** A row for every company and schedule. One whose times were changed, or that is no more, goes; the look after an upgrade sees to that. */
async function keepRows(db: Db, schedules: Schedule[], now: Date): Promise<void> {
  const kept = schedules.map(({ name, cron }) => `${name} ${cron}`);
  await sql`delete from schedules where name || ' ' || cron <> all(${kept}::text[])`.execute(db);
  const times = schedules.flatMap(({ name, cron }) =>
    timezones.map((timezone) => ({ name, cron, timezone, next: nextTime(cron, timezone, now).toISOString() })),
  );
  const all = (part: keyof (typeof times)[number]) => times.map((time) => time[part]);
  await sql`insert into schedules (company_id, name, cron, next_at)
    select c.company_id, s.name, s.cron, s.next_at from companies c
    join unnest(${all('name')}::text[], ${all('cron')}::text[], ${all('timezone')}::text[], ${all('next')}::timestamptz[])
      s (name, cron, timezone, next_at) on s.timezone = c.timezone
    where not exists (select from schedules k where k.company_id = c.company_id and k.name = s.name)
    on conflict do nothing`.execute(db);
}

/** Its own key: a job that still waits, or is dead, is replaced by the next one. */
async function askForDue(db: Db, companyId: number, schedules: Schedule[], now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('schedules')
      .select('name')
      .where('company_id', '=', companyId)
      .where('next_at', '<=', now.toISOString())
      .forUpdate()
      .skipLocked()
      .execute();
    const { timezone } = await tx
      .selectFrom('companies')
      .select('timezone')
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    for (const { name, cron, job, payload } of schedules.filter((one) => due.some((row) => row.name === one.name))) {
      await tx
        .insertInto('outbox')
        .values({
          company_id: companyId,
          kind: 'job',
          name: job.name,
          payload: JSON.stringify(payload ?? {}),
          actor: JSON.stringify(system satisfies Asker),
          job_key: `schedule ${name}`,
        })
        .execute();
      await tx
        .updateTable('schedules')
        .set({ next_at: nextTime(cron, timezone as Timezone, now).toISOString() })
        .where('company_id', '=', companyId)
        .where('name', '=', name)
        .execute();
    }
  });
}

// Cleanup every hour, and at every start, so that a machine that sleeps at night misses nothing. Two runs of
// a chore at once do no harm.
import { sql } from 'kysely';
import type { Platform } from '#kernel/context.ts';
import type { Db } from '#kernel/db/database.ts';
import { setChoreFailed } from '#kernel/ops/metrics.ts';

export interface Chore {
  name: string;
  /** `db`: as the role `operator`. */
  run(db: Db, platform: Platform): Promise<unknown>;
}

export const chores: Chore[] = [
  { name: 'make journal partitions', run: (db) => sql`select make_contact_change_partitions(current_date, 3)`.execute(db) },
  {
    name: 'drop the journal past its time',
    run: (db, { config }) =>
      sql`select drop_contact_changes_before((current_date - make_interval(months => ${config.journalMonths}))::date)`.execute(
        db,
      ),
  },
  {
    name: 'drop expired one-time tokens',
    run: (db) => db.deleteFrom('one_time_tokens').where('expires_at', '<', sql<string>`now()`).execute(),
  },
  {
    name: 'drop expired challenges',
    run: (db) => db.deleteFrom('challenges').where('expires_at', '<', sql<string>`now()`).execute(),
  },
  {
    name: 'forget devices not seen for a year',
    run: (db) => db.deleteFrom('devices').where('last_seen_at', '<', sql<string>`now() - interval '1 year'`).execute(),
  },
  {
    name: 'drop old rate limits',
    run: (db) => db.deleteFrom('rate_limits').where('window_start', '<', sql<string>`now() - interval '1 day'`).execute(),
  },
  {
    name: 'drop answers of calls with a key after a day',
    run: (db) => db.deleteFrom('idempotency_keys').where('created_at', '<', sql<string>`now() - interval '1 day'`).execute(),
  },
  {
    name: 'drop old heartbeats',
    run: (db) => db.deleteFrom('heartbeats').where('at', '<', sql<string>`now() - interval '1 hour'`).execute(),
  },
];

/** Runs each of the process's chores once. The names of those that failed stay in `failed_chores`, for health, until they succeed. */
export async function runChores(db: Db, platform: Platform, list: Chore[]): Promise<void> {
  const failed: string[] = [];
  for (const chore of list) {
    try {
      await chore.run(db, platform);
      setChoreFailed(chore.name, false);
    } catch (err) {
      failed.push(chore.name);
      setChoreFailed(chore.name, true);
      platform.log.error({ err, chore: chore.name }, 'a chore failed, to be done with the next round');
    }
  }
  // Names that are not in the list go too: a chore that a newer version no longer has would stand there for ever.
  await sql`delete from failed_chores where name <> all(${failed}::text[])`.execute(db);
  await sql`insert into failed_chores (name) select unnest(${failed}::text[]) on conflict do nothing`.execute(db);
}

/** By name; `since`: when each first failed without having succeeded after it. */
export const listFailedChores = (db: Db) =>
  db.selectFrom('failed_chores').select(['name as chore', 'since']).orderBy('name').execute();

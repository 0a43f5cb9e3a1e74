// Signs of life: a row for every relay and worker, renewed every few seconds by the one who lives.
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';

export type Part = 'relay' | 'worker';

/** Milliseconds between signs, and after how long without one a part counts as gone. */
export const beatEvery = 5_000;
export const goneAfter = 15_000;

export async function beat(db: Db, part: Part, process: string): Promise<void> {
  await db
    .insertInto('heartbeats')
    .values({ part, process })
    .onConflict((conflict) => conflict.columns(['part', 'process']).doUpdateSet({ at: sql`now()` }))
    .execute();
}

/** Said by who stops in good order. */
export async function sayGoodbye(db: Db, part: Part, process: string): Promise<void> {
  await db.deleteFrom('heartbeats').where('part', '=', part).where('process', '=', process).execute();
}

export async function listAlive(db: Db, part: Part, within = goneAfter): Promise<string[]> {
  const rows = await db
    .selectFrom('heartbeats')
    .select('process')
    .where('part', '=', part)
    .where('at', '>', sql<string>`now() - make_interval(secs => ${within / 1000})`)
    .execute();
  return rows.map((row) => row.process);
}

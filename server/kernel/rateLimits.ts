// Limits on calls, counted in PostgreSQL so that two processes count as one.
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { fail } from './errors.ts';

/** Counts one call under `key`; more than `limit` in the current window of `seconds` are refused. */
export async function countCall(db: Db, key: string, limit: number, seconds: number): Promise<void> {
  const retryAfter = await overLimit(db, key, limit, seconds);
  if (retryAfter !== null) throw fail('rate_limited', { retryAfter });
}

/** The same without a word: null within the limit, else the seconds until the next window. */
export async function overLimit(db: Db, key: string, limit: number, seconds: number): Promise<number | null> {
  const { rows } = await sql<{ count: number; rest: number }>`
    insert into rate_limits (key, window_start, count)
    values (${key}, date_bin(make_interval(secs => ${seconds}), now(), 'epoch'), 1)
    on conflict (key, window_start) do update set count = rate_limits.count + 1
    returning count, ceil(extract(epoch from window_start + make_interval(secs => ${seconds}) - now()))::int as rest`.execute(db);
  const row = rows[0];
  return row && row.count > limit ? Math.max(1, row.rest) : null;
}

/** Takes one call back, as it has turned out to be no attack. */
export async function forgiveCall(db: Db, key: string, seconds: number): Promise<void> {
  await sql`
    update rate_limits set count = count - 1
    where key = ${key} and window_start = date_bin(make_interval(secs => ${seconds}), now(), 'epoch') and count > 0`.execute(db);
}

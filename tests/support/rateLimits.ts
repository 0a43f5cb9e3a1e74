// Sets rate-limit counters for a test: full, or as if time had passed.
import { sql } from 'kysely';
import { type Counter, keyOf, type Part } from '#kernel/http/rateLimits.ts';
import type { TestServer } from './server.ts';

const keyIn = (counter: Counter, seconds: number, parts: Part[]) => {
  const limit = counter.limits.find((one) => one.seconds === seconds);
  if (!limit) throw new Error(`${counter.name} has no window of ${seconds} seconds`);
  return keyOf(counter, limit, parts);
};

/** Sets the current window of so many seconds to `count` calls. */
export const setCount = ({ operator }: TestServer, counter: Counter, seconds: number, parts: Part[], count: number) =>
  sql`insert into rate_limits (key, window_start, count)
    values (${keyIn(counter, seconds, parts)}, date_bin(make_interval(secs => ${seconds}), now(), 'epoch'), ${count})
    on conflict (key, window_start) do update set count = ${count}`.execute(operator.db);

export const countIn = async ({ operator }: TestServer, counter: Counter, seconds: number, parts: Part[]) =>
  (
    await operator.db
      .selectFrom('rate_limits')
      .select('count')
      .where('key', '=', keyIn(counter, seconds, parts))
      .orderBy('window_start', 'desc')
      .executeTakeFirst()
  )?.count;

/** Resets every counter of this name. */
export const forget = ({ operator }: TestServer, name: string) =>
  operator.db.deleteFrom('rate_limits').where('key', 'like', `${name} %`).execute();

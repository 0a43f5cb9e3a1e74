// Limits on calls, counted in PostgreSQL so that two processes count as one.
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { fail } from './errors.ts';

/** Whoever has one IPv6 address has a network of them: 64 bits, as they are given out, count as one. */
export function sourceOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const whole = [...groups, ...Array(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/** Counts one call under `key`; more than `limit` in the current window of `seconds` are refused. */
export async function countCall(db: Db, key: string, limit: number, seconds: number): Promise<void> {
  const { rows } = await sql<{ count: number; rest: number }>`
    insert into rate_limits (key, window_start, count)
    values (${key}, date_bin(make_interval(secs => ${seconds}), now(), 'epoch'), 1)
    on conflict (key, window_start) do update set count = rate_limits.count + 1
    returning count, ceil(extract(epoch from window_start + make_interval(secs => ${seconds}) - now()))::int as rest`.execute(db);
  const row = rows[0];
  if (row && row.count > limit) throw fail('rate_limited', { retryAfter: Math.max(1, row.rest) });
}

/** Takes one call back, as it has turned out to be no attack. */
export async function forgiveCall(db: Db, key: string, seconds: number): Promise<void> {
  await sql`
    update rate_limits set count = count - 1
    where key = ${key} and window_start = date_bin(make_interval(secs => ${seconds}), now(), 'epoch') and count > 0`.execute(db);
}

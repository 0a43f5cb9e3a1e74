// Limits on calls, counted in PostgreSQL so that all processes share the count.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';

interface Limit {
  /** Calls in one window. */
  limit: number;
  /** How long a window lasts. */
  seconds: number;
}

/** A counter of calls. Every counter has a name of its own, so that none touches another's count. */
export interface Counter {
  readonly name: string;
  readonly limits: readonly Limit[];
}

/** The caller: ids, an address, typed text. */
export type Part = string | number;

const names = new Set<string>();
const ofEndpoints = 'call ';

export function createCounter(name: string, ...limits: Limit[]): Counter {
  if (names.has(name) || name.startsWith(ofEndpoints)) throw new Error(`there is a counter of the name ${name} already`);
  names.add(name);
  return { name, limits };
}

/** For calls of an endpoint of the contract, by its name. */
export const counterOf = (endpoint: string, limit: Limit): Counter => ({ name: ofEndpoints + endpoint, limits: [limit] });

/** Counts one call in each of the counter's windows; refuses it if one is full. */
export async function countCall(db: Db, counter: Counter, ...parts: Part[]): Promise<void> {
  const retryAfter = await overLimit(db, counter, ...parts);
  if (retryAfter !== null) throw fail('rate_limited', { retryAfter });
}

/** The same without a refusal: null within the limits, else the seconds until the full window ends. */
export async function overLimit(db: Db, counter: Counter, ...parts: Part[]): Promise<number | null> {
  for (const limit of counter.limits) {
    const retryAfter = await countIn(db, limit, keyOf(counter, limit, parts));
    if (retryAfter !== null) return retryAfter;
  }
  return null;
}

async function countIn(db: Db, { limit, seconds }: Limit, key: string): Promise<number | null> {
  const { rows } = await sql<{ count: number; rest: number }>`
    insert into rate_limits (key, window_start, count)
    values (${key}, date_bin(make_interval(secs => ${seconds}), now(), 'epoch'), 1)
    on conflict (key, window_start) do update set count = rate_limits.count + 1
    returning count, ceil(extract(epoch from window_start + make_interval(secs => ${seconds}) - now()))::int as rest`.execute(db);
  const row = rows[0];
  return row && row.count > limit ? Math.max(1, row.rest) : null;
}

/** Takes one call back: it was no attack. */
export async function forgiveCall(db: Db, counter: Counter, ...parts: Part[]): Promise<void> {
  for (const limit of counter.limits)
    await sql`
      update rate_limits set count = count - 1
      where key = ${keyOf(counter, limit, parts)} and window_start = date_bin(make_interval(secs => ${limit.seconds}), now(), 'epoch')
        and count > 0`.execute(db);
}

/** Hashes the parts: typed text must not become another counter's key, and no e-mail address is stored here. */
export function keyOf({ name }: Counter, { seconds }: Limit, parts: readonly Part[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `${name} ${seconds} ${hash}`;
}

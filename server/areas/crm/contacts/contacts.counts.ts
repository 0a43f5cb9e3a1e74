// The counts of several scopes, for lists that name them side by side.
import { sql } from 'kysely';
import type { ContactsScope } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { Failure } from '#kernel/errors.ts';
import { countCap, countQuery, limitSearch } from './contacts.lists.ts';
import { type ResolvedScope, resolveScope } from './contacts.scope.ts';

export interface ScopeCount {
  /** Null where the scope cannot be read: it names what no longer exists, or a person out of reach. */
  total: number | null;
  /** There are more than `total`. */
  capped: boolean;
}

/** One statement for all, in their order; throws `too_slow` after the time of one search. */
export async function countScopes(tx: Tx, scopes: readonly ContactsScope[]): Promise<ScopeCount[]> {
  const resolved = await Promise.all(scopes.map((scope) => resolveIfKnown(tx, scope)));
  const known = resolved.filter((scope) => scope !== null);
  if (known.length === 0) return resolved.map(() => ({ total: null, capped: false }));
  await limitSearch(tx);
  const { rows } = await countsQuery(known).execute(tx.db);
  const counts = new Map(rows.map(({ place, count }) => [known[place], count]));
  return resolved.map((scope) => {
    const count = scope === null ? null : (counts.get(scope) ?? 0);
    return { total: count && Math.min(count, countCap), capped: count !== null && count > countCap };
  });
}

export const countsQuery = (scopes: readonly ResolvedScope[]) =>
  sql<{ place: number; count: number }>`${sql.join(
    scopes.map((scope, place) => sql`select ${sql.lit(place)}::int as place, (${countQuery(scope, false)}) as count`),
    sql` union all `,
  )}`;

async function resolveIfKnown(tx: Tx, scope: ContactsScope): Promise<ResolvedScope | null> {
  try {
    return await resolveScope(tx, scope);
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return null;
    throw error;
  }
}

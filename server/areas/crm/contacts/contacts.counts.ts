// The counts of several scopes, for lists that name them side by side.
import { sql } from 'kysely';
import type { ContactsScope } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { Failure } from '#kernel/errors.ts';
import { countCap, countQuery } from './contacts.lists.ts';
import { type ResolvedScope, resolveScope } from './contacts.scope.ts';

export interface ScopeCount {
  /** Null where the scope cannot be read, as it names what no longer exists or a person out of reach, and where counting takes too long. */
  total: number | null;
  /** There are more than `total`. */
  capped: boolean;
}

/** Milliseconds for one of them, and for all. */
const longestCount = 2_000;
const longestCounts = 8_000;

/** In their order, each in a statement of its own: one that is slow or fails takes none of the others down. */
export async function countScopes(tx: Tx, scopes: readonly ContactsScope[]): Promise<ScopeCount[]> {
  const ends = performance.now() + longestCounts;
  const counts: ScopeCount[] = [];
  for (const scope of scopes) {
    const left = Math.min(longestCount, Math.floor(ends - performance.now()));
    const resolved = left > 0 ? await resolveIfKnown(tx, scope) : null;
    counts.push(resolved ? await countApart(tx, resolved, left) : { total: null, capped: false });
  }
  return counts;
}

async function countApart(tx: Tx, scope: ResolvedScope, milliseconds: number): Promise<ScopeCount> {
  await sql`savepoint counting`.execute(tx.db);
  try {
    await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(tx.db);
    const { rows } = await countQuery(scope, false).execute(tx.db);
    await sql`release savepoint counting`.execute(tx.db);
    const count = rows[0]?.count ?? 0;
    return { total: Math.min(count, countCap), capped: count > countCap };
  } catch (error) {
    await sql`rollback to savepoint counting`.execute(tx.db);
    tx.log.warn({ err: error }, 'a saved view was not counted');
    return { total: null, capped: false };
  }
}

async function resolveIfKnown(tx: Tx, scope: ContactsScope): Promise<ResolvedScope | null> {
  try {
    return await resolveScope(tx, scope);
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return null;
    throw error;
  }
}

// Today's names of the ids in a contact's history: people, pools, statuses, tags and the rest, by `field:id`.
import { type RawBuilder, sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { TimelineEntry } from '#contract/contactHistory.ts';
import type { Tx } from '#kernel/context.ts';
import type { Names } from '#kernel/timeline.ts';
import { inReach } from './contacts.reach.ts';

/** A deleted row has no name, nor has a linked contact out of reach. `named`: as the areas declare it. */
export async function namesIn(tx: Tx, named: Names, changes: TimelineEntry['changes']): Promise<Record<string, string>> {
  const wanted = new Map<string, Set<number>>();
  for (const { field, before, after } of changes) {
    const [kind = '', id] = field.split(':');
    if (!named[kind]) continue;
    const ids = kind === 'custom' ? [Number(id)] : [before, after].flat();
    wanted.set(kind, new Set([...(wanted.get(kind) ?? []), ...ids.filter((each) => typeof each === 'number')]));
  }
  const reach = await reachOfActor(tx);
  const names: Record<string, string> = {};
  for (const [kind, [table, name]] of Object.entries(named)) {
    const ids = [...(wanted.get(kind) ?? [])];
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.raw(name)} as name from ${sql.table(table)}
      where company_id = ${tx.companyId} and id = any(${ids}::bigint[])
        and ${table === 'contacts' ? inReach(reach, 'contacts') : sql`true`}`.execute(tx.db);
    for (const row of rows) names[`${kind}:${row.id}`] = row.name;
  }
  return names;
}

/** Further rows with such a name are not looked for. */
const maxNamed = 20;

/**
 * Images that a change which points at a row with such a name contains: `{"status_id": 3}`, `{"tags": [2]}`. Linked
 * contacts are not looked for by name.
 */
export async function idsNamed(tx: Tx, named: Names, like: RawBuilder<unknown>): Promise<string[]> {
  const lookups = Object.entries(named)
    .filter(([field, [table]]) => table !== 'contacts' && field !== 'custom')
    .map(
      ([field, [table, name]]) => sql`(select ${field}::text as field, t.id from ${sql.table(table)} t
        where t.company_id = ${tx.companyId} and fold(${sql.raw(name)}) like ${like} limit ${maxNamed})`,
    );
  const { rows } = await sql<{ field: string; id: number }>`${sql.join(lookups, sql` union all `)}`.execute(tx.db);
  return rows.map(({ field, id }) => JSON.stringify({ [field]: field === 'tags' ? [id] : id }));
}

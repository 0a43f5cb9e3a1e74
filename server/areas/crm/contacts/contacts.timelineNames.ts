// What the ids in a contact's history are called today: people, pools, statuses, tags and the rest, by `field:id`.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { TimelineEntry } from '#contract/contactHistory.ts';
import type { Tx } from '#kernel/context.ts';
import { inReach } from './contacts.reach.ts';

const named: Record<string, [table: string, name: string]> = {
  owner_id: ['users', `trim(first_name || ' ' || last_name)`],
  pool_id: ['pools', 'name'],
  status_id: ['statuses', 'title'],
  agentflow_status_id: ['agentflow_statuses', 'title'],
  source_id: ['sources', 'title'],
  category_id: ['categories', 'title'],
  medicare_carrier_id: ['carriers', 'name'],
  'policy.carrier_id': ['carriers', 'name'],
  'policy.category_id': ['categories', 'title'],
  'policy.agent_id': ['users', `trim(first_name || ' ' || last_name)`],
  linked_contact_id: ['contacts', `trim(first_name || ' ' || last_name)`],
  tags: ['tags', 'name'],
  custom: ['custom_fields', 'name'],
};

/** What is gone has no name, nor has a linked contact out of reach. */
export async function namesIn(tx: Tx, changes: TimelineEntry['changes']): Promise<Record<string, string>> {
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

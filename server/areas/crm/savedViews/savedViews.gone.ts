// Finds ids in the scope of a view that no longer exist: such a view still opens, and says so.
import { sql } from 'kysely';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import type { SavedView } from '#contract/savedViews.ts';
import type { Tx } from '#kernel/context.ts';
import type { StoredView } from './savedViews.queries.ts';

type Gone = SavedView['gone'];

/** The table of each field's ids; fields with an id in their name by the part before it. People stay when they leave. */
const tables: Record<string, string> = {
  status: 'statuses',
  agentflow_status: 'agentflow_statuses',
  source: 'sources',
  category: 'categories',
  tags: 'tags',
  import: 'import_attempts',
  pool_id: 'pools',
  custom: 'custom_fields',
  capture: 'capture_forms',
  captured: 'capture_forms',
};
const maxGone = 100;

export async function findGone(tx: Tx, views: Pick<StoredView, 'id' | 'scope'>[]): Promise<Map<number, Gone>> {
  const named = new Map(views.map(({ id, scope }) => [id, namedBy(scope)]));
  const known = await findKnown(tx, [...named.values()].flat());
  return new Map(
    [...named].map(([id, names]) => [id, names.filter((name) => !known.has(keyOf(name))).slice(0, maxGone)] as const),
  );
}

const tableOf = (field: string) => tables[field.split(':')[0] ?? ''];
const keyOf = ({ field, id }: Gone[number]) => `${tableOf(field)} ${id}`;

function namedBy({ search = [], category, pool_id }: ContactsScopeInput): Gone {
  const named: Gone = [];
  if (typeof category === 'number') named.push({ field: 'category', id: category });
  if (typeof pool_id === 'number') named.push({ field: 'pool_id', id: pool_id });
  for (const filter of Array.isArray(search) ? search : []) {
    if (typeof filter !== 'object' || filter === null || !('field' in filter)) continue;
    const { field, value } = filter as { field: string; value?: unknown };
    if (!tableOf(field)) continue;
    const own = field.match(/:(\d+)$/)?.[1];
    const ids = (own ? [own] : Array.isArray(value) ? value : [value]).map(Number);
    named.push(...ids.filter((id) => Number.isSafeInteger(id) && id > 0).map((id) => ({ field, id })));
  }
  return named;
}

/** One query for all tables. */
async function findKnown(tx: Tx, named: Gone): Promise<Set<string>> {
  const ids = Map.groupBy(named, ({ field }) => tableOf(field) ?? '');
  if (ids.size === 0) return new Set();
  const selects = [...ids].map(
    ([table, names]) => sql`select ${table}::text as "table", t.id from ${sql.table(table)} t
      where t.company_id = ${tx.companyId} and t.id = any(${[...new Set(names.map(({ id }) => id))]}::bigint[])`,
  );
  const { rows } = await sql<{ table: string; id: number }>`${sql.join(selects, sql` union all `)}`.execute(tx.db);
  return new Set(rows.map(({ table, id }) => `${table} ${id}`));
}

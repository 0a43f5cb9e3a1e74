// The rules' data about a database: its tables, and the volatility of its functions.
import type pg from 'pg';

export interface Schema {
  /** Column types by name, by table: for the sharded tables. */
  spread: Map<string, Map<string, string>>;
  /** Reference tables, complete on every node: their key is unique across companies. */
  everywhere: Set<string>;
  /** Tables of no company: they stay on one node. */
  local: Set<string>;
  /** The most volatile function behind `name/number of arguments`; for variadic ones `name/*`. */
  volatility: Map<string, Volatility>;
}

/** Immutable, stable, volatile. */
export type Volatility = 'i' | 's' | 'v';

/** Looked up before a company is known, so they cannot be sharded by it. */
export const keyedByName = ['hook_lines', 'logins', 'sso_domains'];

/** The same for every company, and written by migrations alone. */
const sameForAll = ['law_rules', 'places'];

export async function readSchema(client: pg.Client): Promise<Schema> {
  const columns = await client.query<{ table: string; columns: Record<string, string> }>(`
    select t.relname as table, json_object_agg(a.attname, format_type(a.atttypid, null)) as columns
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition group by 1`);
  const functions = await client.query<{ name: string; volatility: Volatility }>(`
    select proname || '/' || case when provariadic = 0 then n::text else '*' end as name, max(provolatile)::text as volatility -- i < s < v
    from pg_proc, generate_series(pronargs::int - pronargdefaults, pronargs) n group by 1`);
  const tables = columns.rows.map((row) => [row.table, new Map(Object.entries(row.columns))] as const);
  const ofTenants = tables.filter(([, types]) => types.has('company_id'));
  return {
    spread: new Map(ofTenants.filter(([name]) => !keyedByName.includes(name))),
    everywhere: new Set([...keyedByName, ...sameForAll]),
    local: new Set(tables.flatMap(([name, types]) => (types.has('company_id') || sameForAll.includes(name) ? [] : [name]))),
    volatility: new Map(functions.rows.map(({ name, volatility }) => [name, volatility])),
  };
}

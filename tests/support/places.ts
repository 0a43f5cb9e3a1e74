// Places in the calls of examples where ids stand, and whether anything of a company has changed.
import pg from 'pg';
import { atTheEnd } from './atTheEnd.ts';
import type { TestServer } from './server.ts';

/** A place in a call: the position of each entry on the way, since a key may be an id too. */
export type Place = number[];
const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function differences(ours: unknown, theirs: unknown, at: Place = [], path = ''): { at: Place; path: string }[] {
  if (!isTree(ours) || !isTree(theirs)) return ours === theirs ? [] : [{ at, path }];
  const others = Object.entries(theirs);
  return Object.entries(ours).flatMap(([key, value], index) => {
    const [otherKey, other] = others[index] ?? [];
    const next = Array.isArray(ours) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    return key === otherKey ? differences(value, other, [...at, index], next) : [{ at: [...at, index], path: `${path}.<id>` }];
  });
}

/** Our call with what stands in one place of theirs. */
export function withTheirs(ours: unknown, theirs: unknown, [here, ...deeper]: Place): unknown {
  if (here === undefined || !isTree(ours) || !isTree(theirs)) return theirs;
  const [key = '', value] = Object.entries(theirs)[here] ?? [];
  const entries = Object.entries(ours);
  entries[here] = [key, withTheirs(entries[here]?.[1], value, deeper)];
  return Array.isArray(ours) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Of a company's rows in every table, in one statement: it differs wherever a row does. */
export async function checksums(server: TestServer, companyId: number): Promise<Record<string, string>> {
  const look = looks.get(server) ?? openLook(server);
  looks.set(server, look);
  const { rows } = await (await look)(companyId);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

const looks = new WeakMap<TestServer, ReturnType<typeof openLook>>();

/** A connection that has the statement prepared: to plan it takes longer than to run it. */
async function openLook(server: TestServer) {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  atTheEnd(() => {
    looks.delete(server); // the next file may have the same one
    return client.end();
  });
  await client.query('set plan_cache_mode = force_generic_plan');
  const { rows: tables } = await client.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
  const each = tables.map(
    ({ name }) => `select '${name}' as name, concat(count(*), ' rows, ', sum(hashtextextended(t::text, 0))) as sum
      from ${name} t where company_id = $1`,
  );
  const text = each.join(' union all ');
  return (companyId: number) => client.query<{ name: string; sum: string }>({ name: 'checksums', text, values: [companyId] });
}

// Rows for any version of the schema, made from the schema itself: a new table or column needs nothing here.
import type pg from 'pg';

export interface Table {
  name: string;
  /** Without computed ones. */
  columns: Column[];
  /** To order rows by. */
  key: string | null;
  checks: { text: string; columns: string[] }[];
  parents: { column: string; table: string; key: string }[];
  /** Another text after a migration that changed what a row can hold. */
  shape: string;
}

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  identity: boolean;
  fallback: string | null;
}

/** By name, without the list of migrations. */
export async function readTables(client: pg.Client): Promise<Map<string, Table>> {
  const { rows } = await client.query<Omit<Table, 'shape'>>(`
    select relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'nullable', not attnotnull,
          'identity', attidentity <> '', 'fallback', pg_get_expr(adbin, adrelid)) order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = c.oid and indisprimary) as key,
      (select coalesce(json_agg(json_build_object('text', pg_get_expr(conbin, conrelid), 'columns',
          (select json_agg(attname order by attnum) from pg_attribute where attrelid = c.oid and attnum = any(conkey))) order by conname), '[]')
        from pg_constraint where conrelid = c.oid and contype = 'c') as checks,
      (select coalesce(json_agg(json_build_object('column', own.attname, 'table', confrelid::regclass, 'key', other.attname) order by conname), '[]')
        from pg_constraint join unnest(conkey, confkey) as pair(own_place, other_place) on true
          join pg_attribute own on own.attrelid = conrelid and own.attnum = own_place
          join pg_attribute other on other.attrelid = confrelid and other.attnum = other_place
        where conrelid = c.oid and contype = 'f' and conparentid = 0 and own.attname <> 'company_id') as parents
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migrations'
    order by relname`);
  return new Map(rows.map((table) => [table.name, { ...table, shape: JSON.stringify(table) }]));
}

/**
 * A new company's rows: one in each of these tables, and in each that they name. `most`: every column holds something, as far as
 * the checks allow; else every column that may is null or has its default.
 */
export async function storeRows(client: pg.Client, tables: Map<string, Table>, names: string[], most: boolean): Promise<void> {
  const store = async (name: string, full: boolean, made: Set<string>): Promise<void> => {
    const table = tables.get(name);
    if (!table || made.has(name)) return;
    made.add(name); // before its row: tables name one another in circles, and then the second finds none
    for (const parent of table.parents) if (full || !nullable(table, parent.column)) await store(parent.table, full, made);
    if (await insert(client, table, company, full)) return;
    // A pair of two different rows, as of duplicates, or a row that only an optional parent allows.
    const again = new Set(['companies', name]);
    for (const parent of table.parents) await store(parent.table, true, again);
    if (!(await insert(client, table, company, full)))
      throw new Error(`no values meet the checks of ${name}: add some to valuesOf in tests/support/anyRows.ts`);
  };
  let company: string | null = null;
  const made = new Set<string>();
  await store('companies', most, made);
  const { rows } = await client.query<{ id: string }>('select max(company_id) as id from companies');
  company = rows[0]?.id ?? null;
  for (const name of names) await store(name, most, made);
}

const nullable = ({ columns }: Table, name: string) => columns.find((column) => column.name === name)?.nullable ?? true;

let rowsMade = 0;

/** Answers whether there are values that meet all checks. */
async function insert(client: pg.Client, table: Table, company: string | null, most: boolean): Promise<boolean> {
  const row = ++rowsMade;
  const columns = table.columns.filter(({ identity }) => !identity);
  const own = columns.filter(({ name }) => name !== 'company_id');
  const parts = together(own, table.checks).map((columns, place) => {
    const values = columns.map((column) => `(${candidates(table, column, company, row, most)}) ${quoted(`of ${column.name}`)}`);
    const checks = table.checks.filter((check) => check.columns.some((name) => columns.some((column) => column.name === name)));
    const allowed = checks.map(({ text }) => `(${text}) is not false`).join(' and ');
    const rank = columns.map(({ name }) => quoted(`rank of ${name}`)).join(' + ');
    return `(select * from ${values.join(' cross join ')} where ${allowed || 'true'} order by ${rank} limit 1) part_${place}`;
  });
  if (own.length < columns.length) parts.push(`(select ${company}::bigint as company_id) company`);
  const list = columns.map(({ name }) => quoted(name)).join(', ');
  const { rowCount } = await client.query(
    `insert into ${table.name} (${list}) select ${list} from ${parts.join(' cross join ')}`,
  );
  return rowCount === 1;
}

/** Columns in groups that share a check. */
function together(columns: Column[], checks: Table['checks']): Column[][] {
  let groups = columns.map((column) => [column]);
  for (const check of checks) {
    const isNamed = (group: Column[]) => group.some(({ name }) => check.columns.includes(name));
    groups = [groups.filter(isNamed).flat(), ...groups.filter((group) => !isNamed(group))];
  }
  return groups.filter((group) => group.length > 0);
}

/** SQL that answers the values to try, the best first. */
function candidates({ checks, parents }: Table, column: Column, company: string | null, row: number, most: boolean): string {
  const { name, type, nullable, fallback } = column;
  const select = (value: string, rank: number | string) =>
    `select (${value})::${type} as ${quoted(name)}, ${rank} as ${quoted(`rank of ${name}`)}`;
  const spare = [...(fallback === null ? [] : [fallback]), ...(nullable ? ['null'] : [])];
  const spares = spare.map((value, place) => select(value, (most ? 100 : 0) + place));
  const parent = parents.find((one) => one.column === name);
  if (parent) {
    const newest = `select ${parent.key} as key from ${parent.table} where company_id = ${company} order by 1 desc limit 2`;
    return [`(${select('key', '50 + row_number() over ()')} from (${newest}) newest)`, ...spares].join(' union all ');
  }
  const named = checks.filter((check) => check.columns.includes(name)).map(({ text }) => text);
  return [...valuesOf(column, named, row).map((value, place) => select(value, 50 + place)), ...spares].join(' union all ');
}

/** As SQL. Values with which checks compare the column are tried too. */
function valuesOf({ name, type, fallback }: Pick<Column, 'name' | 'type' | 'fallback'>, checks: string[], row: number): string[] {
  const digits = `2${String(row).padStart(9, '0')}`; // as long as a phone number and a day are
  if (type.endsWith('[]')) return [`array[${valuesOf({ name, type: type.slice(0, -2), fallback: null }, [], row)[0]}]`];
  const object = `{"name": "Zoë ${row}", "number": "${digits}", "address": "zoe-${row}@example.com", "at": "2026-01-02T10:00:00Z"}`;
  const values: Record<string, string[]> = {
    text: [
      `'Zoë O''Neil ${row}'`,
      `'${digits}'`,
      `'${digits}123456'`,
      ...checks.flatMap((text) => text.match(/'[^']*'(?=::text)/g) ?? []),
    ],
    bigint: [`${row * 100}`, '100', '10', '1', '0'],
    integer: [`${row * 100}`, '100', '10', '1', '0'],
    smallint: ['7'],
    'double precision': [`${row}.5`],
    boolean: ['true', 'false'],
    jsonb: [fallback?.startsWith("'[") ? `'[${object}]'` : `'${object}'`],
    bytea: [`int4send(${row})`],
    uuid: ['gen_random_uuid()'],
    date: ["'2026-01-02'", "'2027-01-02'"],
    'timestamp with time zone': ["date_trunc('second', now())", "date_trunc('second', now()) + interval '1 hour'"],
    'time without time zone': ["'09:00'", "'17:00'"],
    cidr: ["'10.0.0.0/8'"],
  };
  const found = values[type];
  if (!found) throw new Error(`no value for ${name}, of type ${type}: add one here`);
  return found;
}

const quoted = (name: string) => `"${name}"`;

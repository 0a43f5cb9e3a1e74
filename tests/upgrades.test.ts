// Upgrades through every version: stored data stays, and the schema equals that of a new database.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMigrations } from '#kernel/db/migrate.ts';
import { readTables, storeRows, type Table } from './support/anyRows.ts';
import { createEarlierDatabase, createTestDatabase, type TestDatabase, upgrade } from './support/database.ts';

/** Two companies with a user each, as the first version stored them. */
const people = [
  `insert into companies (name, domain_name, number, variant) values ('Harbor', 'harbor.test', 1, 'standard'), ('Summit', 'summit.test', 2, 'agency')`,
  `insert into business_units (company_id, name, number) select company_id, 'Main', 1 from companies`,
  `insert into users (company_id, business_unit_id, role, number, email, username, first_name, last_name, password_hash)
   select company_id, id, 'admin', 1, 'ana' || company_id || '@harbor.test', 'ana', 'Ána', 'Reyes-O''Neil', 'hash' from business_units`,
  `insert into logins (login, company_id, user_id) select email, company_id, id from users`,
  `insert into sessions (company_id, user_id, token_hash, expires_at) select company_id, id, '\\x01', now() + interval '1 hour' from users`,
  `insert into pools (company_id, name) select company_id, 'Shared' from companies`,
  `insert into pool_holders (company_id, pool_id, user_id) select company_id, p.id, u.id from pools p join users u using (company_id)`,
];

/** Tables that get rows from a later migration: the law, and rows made of others. */
const adds: Record<string, string[]> = {
  '20261125T2343_calls.sql': ['law_rules'],
  '20261125T2345_unsubscribed_events.sql': ['message_events'],
};

const migrations = listMigrations();
const opened: TestDatabase[] = [];
afterAll(() => Promise.all(opened.map((database) => database.drop())));

/**
 * One database goes through all versions and stops at each, instead of one for each version: a row stored at any of them
 * meets all later migrations, and every stop leaves its traces in the schema. Rows come into what a version has changed.
 */
describe('a database that stopped at every version', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let tables = new Map<string, Table>();
  let rows: Rows = {};

  beforeAll(async () => {
    database = await createEarlierDatabase([]);
    opened.push(database);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(() => client.end());

  test.each(migrations.map(({ name }, index) => [name, index + 1] as const))('keeps its rows in %s', async (name, count) => {
    const stored = rows;
    await upgrade(database, migrations.slice(0, count));

    const before = tables;
    tables = await readTables(client);
    const after = await readRows(client, tables);
    const changed = [...tables.values()].filter(({ name, shape }) => shape !== before.get(name)?.shape).map(({ name }) => name);
    for (const most of [true, false]) await storeRows(client, tables, changed, most);
    rows = await readRows(client, tables);

    const added = new RegExp(`^(${adds[name]?.join('|')}) has got `);
    const wrong = changes(stored, after, tables).filter((line) => !added.test(line));
    expect(wrong, wrong[0]).toEqual([]);
  });

  test('has the schema of a fresh one in the end', async () => {
    const fresh = await createTestDatabase();
    opened.push(fresh);
    expect(await readSchema(client)).toEqual(await onDatabase(fresh, readSchema));
  });

  test('has had rows in every table', () => {
    const empty = Object.keys(rows).filter((name) => (rows[name]?.length ?? 0) < 2);
    expect(empty, 'storeRows in tests/support/anyRows.ts stores no row in these tables').toEqual([]);
  });
});

test('the files of imports move to the table of files', async () => {
  const earlier = migrations.filter(({ name }) => name < '0010');
  const database = await createEarlierDatabase(earlier);
  opened.push(database);
  await onDatabase(database, async (client) => {
    for (const statement of people) await client.query(statement);
    await client.query(`insert into import_attempts (company_id, status, asked_by, owner_id, file_name, file_key, size, sniffed)
      select company_id, 'complete', id, id, 'leads.csv', company_id || '/key', 100, '{}' from users`);
    await client.query(`insert into import_attempts (company_id, status, asked_by, file_name, file_key, size, sniffed)
      select company_id, 'complete', id, 'swept.csv', null, 7, '{}' from users`);
    await client.query(`update import_attempts set sniffed = '{"layout": {"format": "csv"}}' where company_id = 1`);
  });

  await upgrade(database);

  const row = { kind: 'import', name: 'leads.csv', size: 100, state: 'kept', sealing: 1, hash: null };
  await onDatabase(database, async (client) => {
    const { rows } = await client.query(
      'select f.*, f.size::int as size, a.file_name from files f join import_attempts a on a.company_id = f.company_id and a.id = f.owner_id order by 1',
    );
    expect(rows).toMatchObject([
      { ...row, key: '1/key', type: 'text/csv', file_name: 'leads.csv' },
      { ...row, key: '2/key', type: 'application/octet-stream', file_name: 'leads.csv' },
    ]);
    const { rows: forced } = await client.query(
      `select relforcerowsecurity from pg_class where relname in ('files', 'import_attempts')`,
    );
    expect(forced).toEqual([{ relforcerowsecurity: true }, { relforcerowsecurity: true }]);
  });
});

test('a session that had 14 days ends within 12 hours, and no session ends later than before', async () => {
  const earlier = migrations.filter(({ name }) => name < '0015');
  const database = await createEarlierDatabase(earlier);
  opened.push(database);
  const minutesLeft = (client: pg.Client) =>
    list<number>(client, `select round(extract(epoch from expires_at - now()) / 60)::int as value from sessions order by id`);
  await onDatabase(database, async (client) => {
    for (const statement of people) await client.query(statement);
    await client.query(`update sessions set expires_at = now() + interval '14 days' where company_id = 1`);
    expect(await minutesLeft(client)).toEqual([14 * 24 * 60, 60]);
  });

  await upgrade(database);

  await onDatabase(database, async (client) => {
    expect(await minutesLeft(client)).toEqual([12 * 60, 60]);
    expect(await list(client, `select relforcerowsecurity as value from pg_class where relname = 'sessions'`)).toEqual([true]);
  });
});

test('names of look-ups that read alike get their id, and groups and corporations become rows', async () => {
  const earlier = migrations.filter(({ name }) => name < '20261122T1730');
  const database = await createEarlierDatabase(earlier);
  opened.push(database);
  await onDatabase(database, async (client) => {
    for (const statement of people) await client.query(statement);
    await client.query(
      `insert into statuses (company_id, title, position) values (1, 'Éclair', 1), (1, 'ECLAIR', 0), (2, 'eclair', 0)`,
    );
    await client.query(
      `insert into agentflow_statuses (company_id, title, group_title) values (1, 'Call', 'First'), (1, 'call', 'FIRST'), (1, 'Call', '')`,
    );
    await client.query(
      `insert into sources (company_id, title, corporations) values (1, 'Web', '{One,Two}'), (1, 'Fair', '{one}')`,
    );
  });

  await upgrade(database);

  await onDatabase(database, async (client) => {
    const titles = 'select title as value from statuses order by id';
    expect(await list(client, titles)).toEqual(['Éclair (1)', 'ECLAIR', 'eclair']);
    const grouped = `select g.title || ': ' || s.title as value from agentflow_statuses s
      join agentflow_status_groups g on g.company_id = s.company_id and g.id = s.group_id order by s.id`;
    expect(await list(client, grouped)).toEqual(['First: Call', 'First: call (2)', ': Call']);
    const worked = `select s.title || ': ' || lower(c.name) as value from source_corporations j
      join sources s on s.id = j.source_id join corporations c on c.id = j.corporation_id order by 1`;
    expect(await list(client, worked)).toEqual(['Fair: one', 'Web: one', 'Web: two']);
  });
});

test('the fixed categories become rows of each company, and what named them keeps its value', async () => {
  const earlier = migrations.filter(({ name }) => name < '20261122T2100');
  const database = await createEarlierDatabase(earlier);
  opened.push(database);
  await onDatabase(database, async (client) => {
    for (const statement of people) await client.query(statement);
    await client.query(`insert into contacts (company_id, owner_id, category) select company_id, id, 'life' from users`);
    await client.query(`insert into contacts (company_id, owner_id) select company_id, id from users`);
    await client.query(`insert into contact_changes (company_id, contact_id, action, before, after) values
      (1, 1, 'updated', '{"category": null, "city": "Reno"}', '{"category": "long_term_care", "city": "Elko"}'), (1, 1, 'updated', '{"city": "Elko"}', '{"city": ""}')`);
    await client.query(`insert into import_settings (company_id, name, form, created_by)
      select company_id, 'Vendor', '{"category": "other"}', id from users`);
  });

  await upgrade(database);

  await onDatabase(database, async (client) => {
    const titles = `select company_id || ' ' || title as value from categories order by company_id, position`;
    const eight = ['Medicare', 'Life', 'Annuity', 'Health', 'Final expense', 'Long-term care', 'Property & casualty', 'Other'];
    expect(await list(client, titles)).toEqual([1, 2].flatMap((company) => eight.map((title) => `${company} ${title}`)));
    const ids = `select c.company_id || ' ' || coalesce(g.title, '-') as value from contacts c
      left join categories g on g.company_id = c.company_id and g.id = c.category_id order by c.id`;
    expect(await list(client, ids)).toEqual(['1 Life', '2 Life', '1 -', '2 -']);
    const [care] = await list<string>(
      client,
      `select id as value from categories where company_id = 1 and title = 'Long-term care'`,
    );
    const [other] = await list<string>(client, `select id as value from categories where company_id = 2 and title = 'Other'`);
    expect(await list(client, 'select jsonb_build_array(before, after) as value from contact_changes order by id')).toEqual([
      [
        { category_id: null, city: 'Reno' },
        { category_id: Number(care), city: 'Elko' },
      ],
      [{ city: 'Elko' }, { city: '' }],
    ]);
    const forms = 'select form as value from import_settings where company_id = 2';
    expect(await list(client, forms)).toEqual([{ category_id: Number(other) }]);
    const forced = `select relforcerowsecurity as value from pg_class
      where relname in ('companies', 'contacts', 'contact_changes', 'import_settings', 'import_attempts', 'categories')`;
    expect(await list(client, forced)).toEqual(Array(6).fill(true));
  });
});

test('a migration changed after it ran is refused', async () => {
  const database = await createTestDatabase();
  opened.push(database);
  await onDatabase(database, (client) =>
    client.query(`update migrations set checksum = 'another' where name = $1`, [migrations[0]?.name]),
  );
  await expect(upgrade(database)).rejects.toThrow(`migration ${migrations[0]?.name} was changed after it ran here`);
});

async function onDatabase<T>({ url }: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const list = async <T>(client: pg.Client, text: string, values: unknown[] = []) =>
  (await client.query<{ value: T }>(text, values)).rows.map(({ value }) => value);

/** By table, as JSON in the order of their keys. */
type Rows = Record<string, string[]>;

async function readRows(client: pg.Client, tables: Map<string, Table>): Promise<Rows> {
  const each = [...tables.values()].map(
    ({ name, key }) => `select '${name}' as name, array(select to_jsonb(t)::text from ${name} t order by ${key}) as rows`,
  );
  const { rows } = await client.query<{ name: string; rows: string[] }>(each.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

/** Lost, changed and new rows of tables, a line each. Columns may go, and computed values may change. */
const changes = (before: Rows, after: Rows, tables: Map<string, Table>): string[] =>
  Object.entries(before).flatMap(([name, stored]) => {
    const found = after[name];
    const columns = tables.get(name)?.columns.map((column) => column.name);
    if (!found || !columns) return [`${name} is gone`];
    if (stored.join() === found.join()) return [];
    const first = JSON.parse(stored[0] ?? '{}');
    const both = columns.filter((column) => column in first);
    const kept = (text: string) => {
      const row = JSON.parse(text);
      return JSON.stringify(both.map((column) => row[column]));
    };
    const left = Map.groupBy(found, kept);
    const lost = stored.filter((row) => !left.get(kept(row))?.pop());
    const added = [...left.values()].flat();
    return [...lost.map((row) => `${name} has lost or changed ${row}`), ...added.map((row) => `${name} has got ${row}`)];
  });

/** All possible differences, a line each. */
const readSchema = (client: pg.Client) =>
  list<string>(
    client,
    `with ours as (select * from pg_class where relnamespace = 'public'::regnamespace),
       functions as (select * from pg_proc p where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e'))
     select concat_ws(' ', 'relation', oid::regclass, relkind, relowner::regrole, relpersistence, relrowsecurity, relforcerowsecurity, relispartition,
       reloptions, array(select unnest(relacl)::text order by 1), pg_get_expr(relpartbound, oid)) as value from ours
     union all
     select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstattarget,
       attcollation::regcollation, pg_get_expr(adbin, adrelid)) from ours join pg_attribute on attrelid = ours.oid
       left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v')
     union all
     select concat_ws(' ', 'index', pg_get_indexdef(indexrelid)) from ours join pg_index on indrelid = ours.oid
     union all
     select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) from ours join pg_constraint c on conrelid = ours.oid
     union all
     select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[], pg_get_expr(polqual, polrelid),
       pg_get_expr(polwithcheck, polrelid)) from pg_policy
     union all
     select concat_ws(' ', 'function', pg_get_functiondef(oid), proowner::regrole, array(select unnest(proacl)::text order by 1)) from functions
     union all
     select concat_ws(' ', 'schema', nspname, nspowner::regrole, array(select unnest(nspacl)::text order by 1)) from pg_namespace
       where nspname in ('public', 'graphile_worker')
     order by 1`,
  );

// Upgrades from every earlier version: stored data stays, and the schema equals that of a new database.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMigrations } from '#kernel/db/migrate.ts';
import { createEarlierDatabase, createTestDatabase, type TestDatabase, upgrade } from './support/database.ts';

/**
 * Rows stored after the migration of that name: one in every table it makes. A migration that is not here makes
 * no table.
 */
const rowsAfter: Record<string, string[]> = {
  '0001_tenancy.sql': [
    `insert into companies (name, domain_name, number, variant) values ('Harbor', 'harbor.test', 1, 'standard'), ('Summit', 'summit.test', 2, 'agency')`,
    `insert into business_units (company_id, name, number) select company_id, 'Main', 1 from companies`,
    `insert into users (company_id, business_unit_id, role, number, email, username, first_name, last_name, password_hash)
     select company_id, id, 'admin', 1, 'ana' || company_id || '@harbor.test', 'ana', 'Ána', 'Reyes-O''Neil', 'hash' from business_units`,
    `insert into logins (login, company_id, user_id) select email, company_id, id from users`,
    `insert into sessions (company_id, user_id, token_hash, expires_at) select company_id, id, '\\x01', now() + interval '1 hour' from users`,
    `insert into pools (company_id, name) select company_id, 'Shared' from companies`,
    `insert into pool_holders (company_id, pool_id, user_id) select company_id, p.id, u.id from pools p join users u using (company_id)`,
  ],
  '0002_contacts.sql': [
    `insert into statuses (company_id, title) select company_id, 'New' from companies`,
    `insert into agentflow_statuses (company_id, title) select company_id, 'Called' from companies`,
    `insert into sources (company_id, title, corporations) select company_id, 'Web', '{One,Two}' from companies`,
    `insert into carriers (company_id, name) select company_id, 'Acme Life' from companies`,
    `insert into tags (company_id, name) select company_id, 'Hot' from companies`,
    `insert into custom_fields (company_id, name, type, choices) select company_id, 'Pet', 'choice', '{cat,dog}' from companies`,
    `insert into contacts (company_id, owner_id, status_id, tags, first_name, last_name, birth_date, phones, emails, medicare_number_sealed, medicare_number_blind)
     select u.company_id, u.id, s.id, array[t.id], 'Zoë', 'Smith-Jones', '1950-02-28', '[{"type": 2, "number": "3055550142"}]',
       '[{"address": "Zoe@example.com", "state": "unverified"}]', '\\x0102', '\\x03'
     from users u join statuses s using (company_id) join tags t using (company_id)`,
    `insert into contacts (company_id, pool_id, last_name, deleted_at) select company_id, id, 'Gone', now() from pools`,
    `insert into contact_field_values (company_id, contact_id, field_id, text_value)
     select company_id, c.id, f.id, 'dog' from contacts c join custom_fields f using (company_id)`,
    `insert into contact_notes (company_id, contact_id, author_id, body) select company_id, id, owner_id, 'called' from contacts where owner_id is not null`,
    `insert into contact_changes (company_id, contact_id, action, actor_id, before, after, at)
     select company_id, id, 'updated', owner_id, '{"city": ""}', '{"city": "Reno"}', now() - interval '1 month' from contacts`,
  ],
  '0003_work.sql': [
    `insert into outbox (company_id, kind, name, payload) select company_id, 'job', 'bulk.run', '{"id": 1}' from companies`,
    `insert into bulk_actions (company_id, deed, asked_by, selection, input) select company_id, 'tags', id, '{}', '{}' from users`,
    `insert into bulk_action_contacts (company_id, bulk_action_id, ordinal, contact_id)
     select company_id, b.id, 1, c.id from bulk_actions b join contacts c using (company_id) where c.owner_id is not null`,
    `insert into import_settings (company_id, name, form, created_by) select company_id, 'Vendor', '{}', id from users`,
    `insert into import_attempts (company_id, status, asked_by, owner_id, file_name, file_key, size, sniffed, created, rejected)
     select company_id, 'complete', id, id, 'leads.csv', company_id || '/key', 100, '{}', 1, 1 from users`,
    `insert into import_rejects (company_id, import_id, line, row_sealed, reason_sealed) select company_id, id, 7, '\\x01', '\\x02' from import_attempts`,
    `insert into rate_limits (key, window_start, count) values ('sign-in', now(), 3)`,
    `insert into heartbeats (part, process) values ('relay', 'one')`,
  ],
  '20261122T1731_reference_lists.sql': [
    `insert into agentflow_status_groups (company_id, title) select company_id, 'First' from companies`,
    `insert into agentflow_statuses (company_id, title, group_id) select company_id, 'Called', id from agentflow_status_groups`,
    `insert into sources (company_id, title) select company_id, 'Web' from companies`,
    `insert into corporations (company_id, name) select company_id, 'One' from companies`,
    `insert into source_corporations (company_id, source_id, corporation_id)
     select s.company_id, s.id, c.id from sources s join corporations c using (company_id)`,
  ],
  '20261122T2100_categories.sql': [`insert into categories (company_id, title) select company_id, 'Pets' from companies`],
  '20261123T0600_bulk_operation.sql': [
    `insert into bulk_actions (company_id, operation, asked_by, selection, input) select company_id, 'tags', id, '{}', '{}' from users`,
    `insert into bulk_action_contacts (company_id, bulk_action_id, ordinal, contact_id)
     select company_id, b.id, 1, c.id from bulk_actions b join contacts c using (company_id) where c.owner_id is not null`,
  ],
  '0006_sign_in.sql': [`insert into recovery_codes (company_id, user_id, code_hash) select company_id, id, '\\x01' from users`],
  '0009_failed_chores.sql': [`insert into failed_chores (name) values ('drop the journal past its time')`],
  '0013_import_problems.sql': [
    `insert into import_problems (company_id, import_id, field, reason, line, value_sealed, rejected)
     select company_id, id, 'gender', 'unknown', 7, '\\x01', false from import_attempts`,
  ],
};

/** Later migrations add rows to these: the law. */
const grows = ['law_rules'];

const migrations = listMigrations();

/** A table that has changed its columns takes the rows of the last migration that names it. */
function rowsOf(ran: { name: string }[]): string[] {
  const written = ran.map(({ name }) => rowsAfter[name] ?? []);
  const tableOf = (statement: string) => /insert into (\w+)/.exec(statement)?.[1];
  return written.flatMap((statements, place) =>
    statements.filter((one) => !written.slice(place + 1).some((later) => later.some((other) => tableOf(other) === tableOf(one)))),
  );
}
let fresh: string[];

beforeAll(async () => {
  const database = await createTestDatabase();
  fresh = await onDatabase(database, readSchema);
  await database.drop();
});

const opened: TestDatabase[] = [];
afterAll(() => Promise.all(opened.map((database) => database.drop())));

test.each(migrations.slice(0, -1).map(({ name }, index) => [name, index + 1] as const))(
  'a database that stopped at %s keeps its rows and gets the schema of a fresh one',
  async (_, count) => {
    const earlier = migrations.slice(0, count);
    const database = await createEarlierDatabase(earlier);
    opened.push(database);
    const before = await onDatabase(database, async (client) => {
      for (const statement of rowsOf(earlier)) await client.query(statement);
      return readRows(client);
    });
    expect(Object.values(before).flat().length).toBeGreaterThan(10);

    await upgrade(database);

    await onDatabase(database, async (client) => {
      expect(await readSchema(client)).toEqual(fresh);
      const after = await readRows(client);
      for (const [table, rows] of Object.entries(before)) {
        const kept = await keptColumns(client, table);
        const found = after[table]?.filter((row) => !grows.includes(table) || rows.some(({ id }) => id === row.id));
        expect(found, table).toMatchObject(only(kept, rows));
      }
    });
  },
);

test('the files of imports move to the table of files', async () => {
  const earlier = migrations.filter(({ name }) => name < '0010');
  const database = await createEarlierDatabase(earlier);
  opened.push(database);
  await onDatabase(database, async (client) => {
    for (const statement of rowsOf(earlier)) await client.query(statement);
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
    for (const statement of rowsAfter['0001_tenancy.sql'] ?? []) await client.query(statement);
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
    for (const statement of rowsAfter['0001_tenancy.sql'] ?? []) await client.query(statement);
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
    for (const statement of rowsAfter['0001_tenancy.sql'] ?? []) await client.query(statement);
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

type Row = Record<string, unknown>;

/** Every table's rows, in the order of their keys. */
async function readRows(client: pg.Client): Promise<Record<string, Row[]>> {
  const tables = await list<string>(
    client,
    `select relname as value from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> 'migrations' order by 1`,
  );
  const rows: Record<string, Row[]> = {};
  for (const table of tables) {
    const [key] = await list<string>(
      client,
      `select string_agg(quote_ident(attname), ', ' order by attnum) as value from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
       where indrelid = $1::regclass and indisprimary`,
      [table],
    );
    rows[table] = await list<Row>(client, `select to_jsonb(t) as value from ${table} t order by ${key}`);
  }
  return rows;
}

/** Computed values may change. */
const keptColumns = (client: pg.Client, table: string) =>
  list<string>(
    client,
    `select attname as value from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = ''`,
    [table],
  );

const only = (columns: string[], rows: Row[]) =>
  rows.map((row) => Object.fromEntries(columns.flatMap((column) => (column in row ? [[column, row[column]]] : []))));

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

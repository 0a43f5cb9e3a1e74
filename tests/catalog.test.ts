// Rules for the database's catalog that tenancy and sharding need (docs/ARCHITECTURE.md), for every new migration.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseRoles, roleName, roleUrl } from '#kernel/db/database.ts';
import { leakproof } from '#kernel/db/migrate.ts';
import { allAttached } from '../server/areas.ts';
import { storedTypes, typesOf } from '../tools/generateTypes.ts';
import { createTestDatabase, testSeal } from './support/database.ts';

let url: string;
let drop: () => Promise<void>;
let admin: pg.Client;
let app: pg.Client;

beforeAll(async () => {
  ({ url, drop } = await createTestDatabase());
  admin = await connected(url);
  app = await connected(roleUrl(url, 'app', testSeal));
});
afterAll(async () => {
  await Promise.all([admin.end(), app.end()]);
  await drop();
});

async function connected(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** The first column of every row. */
async function list(text: string, values: unknown[] = [], client = admin): Promise<unknown[]> {
  const { rows } = await client.query({ text, values, rowMode: 'array' });
  return rows.map(([first]) => first);
}

/** Our own tables without partitions, which are used only through their parent. */
const ours = `from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition`;
const ofTenant = `exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'company_id' and not a.attisdropped)`;
/** The same for every company, and written by migrations alone: whole on every node of a cluster. */
const ofAll = ['law_rules', 'places', 'usage_prices'];
const ofNobody = [
  'card_events',
  'challenges',
  'failed_chores',
  'heartbeats',
  'law_rules',
  'migrations',
  'places',
  'rate_limits',
  'sandbox_cards',
  'sandbox_mails',
  'sandbox_numbers',
  'sandbox_phones',
  'sandbox_registrations',
  'sandbox_texts',
  'usage_prices',
  'voice_gateways',
];
/** Answers to custom fields, and a place in a list: no money. */
const inexact = ['contact_field_values.number_value', 'emails.position'];
const named = (relation: string) => `${relation}::regclass::text`;

test('a table without company_id is one of the platform’s own few', async () => {
  expect(await list(`select t.relname ${ours} and not ${ofTenant} order by 1`)).toEqual(ofNobody);
});

test('what is the same for every company is read by the app, never written', async () => {
  const grants = `select distinct privilege_type::text from information_schema.role_table_grants
    where table_name = any($1) and grantee in ('steward_app', 'steward_operator')`;
  expect(await list(grants, [ofAll])).toEqual(['SELECT']);
});

describe('every tenant table', () => {
  const offenders = (condition: string) => list(`select t.relname ${ours} and ${ofTenant} and ${condition} order by 1`);

  test('has row-level security enabled and, but for what is looked up before a company is known, forced', async () => {
    expect(await offenders('not t.relrowsecurity')).toEqual([]);
    expect(await offenders('not t.relforcerowsecurity')).toEqual(['called_numbers', 'hook_lines', 'logins', 'sso_domains']);
  });

  test('has one policy, on company_id, for reading and writing and for everybody', async () => {
    const setting = `company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint`;
    expect(
      await offenders(`(select array_agg(
        p.polcmd::text || p.polpermissive || p.polroles::text || pg_get_expr(p.polqual, t.oid) || pg_get_expr(p.polwithcheck, t.oid))
        from pg_policy p where p.polrelid = t.oid) is distinct from array['*true{0}(${setting.replaceAll("'", "''")})(${setting.replaceAll("'", "''")})']`),
    ).toEqual([]);
  });

  test('cannot be without a company', async () => {
    expect(
      await offenders(
        `exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'company_id' and not a.attnotnull)`,
      ),
    ).toEqual([]);
  });

  test('has no trigger and no rule', async () => {
    expect(await offenders('exists (select from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal)')).toEqual([]);
    expect(await offenders('exists (select from pg_rewrite r where r.ev_class = t.oid)')).toEqual([]);
  });

  test('has no column whose operators leak: enum, citext, numeric, domain', async () => {
    expect(
      await list(`select t.relname || '.' || a.attname ${ours.replace('pg_class t', 'pg_class t join pg_attribute a on a.attrelid = t.oid join pg_type y on y.oid = a.atttypid')}
        and ${ofTenant} and a.attnum > 0 and not a.attisdropped
        and (y.typtype in ('e', 'd') or y.typname in ('citext', 'numeric', 'varchar', 'bpchar', 'timestamp'))`),
    ).toEqual([]);
  });

  test('counts money in whole numbers: nothing of ours is numeric, money or a float', async () => {
    const floats = `select t.relname || '.' || a.attname ${ours.replace('pg_class t', 'pg_class t join pg_attribute a on a.attrelid = t.oid join pg_type y on y.oid = a.atttypid')}
      and a.attnum > 0 and not a.attisdropped and y.typname in ('numeric', 'money', 'float4', 'float8') order by 1`;
    expect(await list(floats)).toEqual(inexact);
  });

  test('lets the app read and write, and nothing else; to the audit log and the ledger it only adds', async () => {
    const grants = `(select array_agg(privilege_type::text order by privilege_type) from information_schema.role_table_grants g
      where g.table_name = t.relname and g.grantee = 'steward_app')`;
    expect(await offenders(`${grants} is distinct from array['DELETE', 'INSERT', 'SELECT', 'UPDATE']`)).toEqual([
      'audit_log',
      'ledger_transfers',
    ]);
    expect(await offenders(`${grants} = array['INSERT', 'SELECT']`)).toEqual(['audit_log', 'ledger_transfers']);
  });
});

describe('every key', () => {
  const columns = (owner: string, keys: string) =>
    `array(select a.attname::text from unnest(${keys}) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = ${owner} and a.attnum = k.number order by k.place)`;

  test('primary or unique, of a tenant table holds company_id, but of what is unique across companies', async () => {
    const rows = await list(`select ${named('i.indexrelid')} from pg_index i join pg_class t on t.oid = i.indrelid
      where i.indisunique and not t.relispartition and t.relnamespace = 'public'::regnamespace and ${ofTenant}
      and not 'company_id' = any(${columns('i.indrelid', 'i.indkey')})`);
    expect(rows.toSorted()).toEqual(['called_numbers_pkey', 'hook_lines_pkey', 'logins_pkey', 'sso_domains_pkey']);
  });

  test('there is a primary key everywhere', async () => {
    expect(
      await list(`select t.relname ${ours} and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`),
    ).toEqual([]);
  });

  test('foreign, to a tenant table holds company_id on both sides, in the same place', async () => {
    const wrong = `select f.conname from pg_constraint f join pg_class t on t.oid = f.confrelid
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace and ${ofTenant}
      and (array_position(${columns('f.conrelid', 'f.conkey')}, 'company_id') is null
        or array_position(${columns('f.conrelid', 'f.conkey')}, 'company_id')
          is distinct from array_position(${columns('f.confrelid', 'f.confkey')}, 'company_id'))`;
    expect(await list(wrong)).toEqual([]);
    expect(Number((await list(`select count(*) from pg_constraint where contype = 'f'`))[0])).toBeGreaterThan(20);
  });

  test('foreign, deletes in cascade or not at all, never sets null, updates nothing and waits for nothing', async () => {
    expect(
      await list(`select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
        and (confdeltype not in ('a', 'c') or confupdtype <> 'a')`),
    ).toEqual([]);
    expect(await list(`select conname from pg_constraint where condeferrable and connamespace = 'public'::regnamespace`)).toEqual(
      [],
    );
  });

  test('exclusion: there is none', async () => {
    expect(await list(`select conname from pg_constraint where contype = 'x'`)).toEqual([]);
  });
});

test('every sequence may be used by those who insert: a cluster draws ids as them', async () => {
  for (const role of ['app', 'operator'] as const) {
    const refused = `select ${named('s.seqrelid')} from pg_sequence s join pg_class t on t.oid = s.seqrelid
      where t.relnamespace = 'public'::regnamespace and not has_sequence_privilege($1, s.seqrelid, 'usage') order by 1`;
    expect(await list(refused, [roleName(role)]), role).toEqual([]);
  }
  await admin.query(`set role ${roleName('owner')}`);
  await admin.query('create table of_tomorrow (id bigint generated always as identity primary key)');
  await admin.query('reset role');
  expect(await list(`select has_sequence_privilege($1, 'of_tomorrow_id_seq', 'usage')`, [roleName('app')])).toEqual([true]);
  await admin.query('drop table of_tomorrow');
});

describe('roles', () => {
  test('the owner may log in, as nodes of a cluster do, and is no more than an owner', async () => {
    const { rows } = await admin.query(
      'select rolcanlogin, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = $1',
      [roleName('owner')],
    );
    expect(rows).toEqual([{ rolcanlogin: true, rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }]);
  });

  test('the app owns nothing, makes nothing and passes no policy', async () => {
    const { rows } = await admin.query(
      'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication, rolcanlogin from pg_roles where rolname = $1',
      [roleName('app')],
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolcanlogin: true,
      },
    ]);
    for (const [catalog, owner] of [
      ['pg_class', 'relowner'],
      ['pg_proc', 'proowner'],
      ['pg_namespace', 'nspowner'],
      ['pg_type', 'typowner'],
    ]) {
      expect(await list(`select oid from ${catalog} where ${owner} = $1::regrole`, [roleName('app')]), catalog).toEqual([]);
    }
    expect(await list(`select has_schema_privilege($1, 'public', 'create')`, [roleName('app')])).toEqual([false]);
    expect(await list(`select has_schema_privilege($1, 'graphile_worker', 'usage')`, [roleName('app')])).toEqual([false]);
  });

  test('only the operator looks across companies, and nobody is another', async () => {
    const wanted = databaseRoles.map(roleName);
    expect(await list('select rolname from pg_roles where rolname = any($1) and rolbypassrls', [wanted])).toEqual([
      roleName('operator'),
    ]);
    expect(
      await list('select member::regrole::text from pg_auth_members where member::regrole::text = any($1)', [wanted]),
    ).toEqual([]);
  });

  test('functions that run as their owner are the known ones, with a fixed search path, and not for everybody', async () => {
    const { rows } = await admin.query(`select p.proname as name, p.proconfig as settings,
      array(select grantee::regrole::text from aclexplode(p.proacl) where grantee <> p.proowner order by 1) as grantees
      from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`);
    const settings = ['search_path=pg_catalog, public'];
    expect(rows).toEqual([
      { name: 'drop_contact_changes_before', settings: [...settings, 'lock_timeout=2s'], grantees: [roleName('operator')] },
      { name: 'find_hook_line', settings, grantees: [roleName('app')] },
      { name: 'find_login', settings, grantees: [roleName('app')] },
      { name: 'find_number_company', settings, grantees: [roleName('app')] },
      { name: 'find_sso_company', settings, grantees: [roleName('app')] },
      { name: 'list_sso_companies', settings, grantees: [roleName('app')] },
      { name: 'make_contact_change_partitions', settings: [...settings, 'TimeZone=UTC'], grantees: [roleName('operator')] },
    ]);
  });

  test('the operators that search needs are leakproof', async () => {
    for (const signature of leakproof) {
      expect(
        await list('select proleakproof from pg_proc where oid = $1::regprocedure', [`pg_catalog.${signature}`]),
        signature,
      ).toEqual([true]);
    }
  });
});

describe('the app', () => {
  const tenantTables = () => list(`select t.relname ${ours} and ${ofTenant} order by 1`) as Promise<string[]>;

  beforeAll(async () => {
    await admin.query(
      `insert into companies (name, domain_name, number, variant) values ('One', 'one.test', 1, 'standard'), ('Two', 'two.test', 2, 'standard')`,
    );
    await admin.query(`insert into tags (company_id, name) select company_id, 'hot' from companies`);
    await admin.query(`insert into statuses (company_id, title) select company_id, 'New' from companies`);
    await admin.query(`insert into logins (login, company_id, user_id) select name, company_id, 1 from companies`);
  });

  test('sees no row and writes none before a company is chosen', async () => {
    for (const table of await tenantTables())
      expect(await list(`select count(*)::int from ${table}`, [], app), table).toEqual([0]);
    expect((await app.query('update tags set name = name')).rowCount).toBe(0);
    expect((await app.query('delete from statuses')).rowCount).toBe(0);
    await expect(app.query(`insert into tags (company_id, name) select 1, 'x'`)).rejects.toMatchObject({ code: '42501' });
  });

  test('sees its company alone, and writes into no other', async () => {
    const [one, two] = (await list('select company_id from companies order by 1')) as [string, string];
    await app.query(`begin; select set_tenant(${one})`);
    expect(await list('select company_id from tags', [], app)).toEqual([one]);
    expect(await list('select company_id from companies', [], app)).toEqual([one]);
    expect((await app.query('update tags set color = $1', ['red'])).rowCount).toBe(1);
    await app.query('savepoint before');
    await expect(app.query(`insert into tags (company_id, name) values (${two}, 'x')`)).rejects.toMatchObject({ code: '42501' });
    await app.query('rollback to before');
    await expect(app.query(`update tags set company_id = ${two}`)).rejects.toMatchObject({ code: '42501' });
    await app.query('rollback');
    expect(await list('select count(*)::int from tags', [], app), 'after the transaction').toEqual([0]);
  });

  test('is refused every partition of the journal by name', async () => {
    const partitions = await list(`select ${named('t.oid')} from pg_class t where t.relispartition and t.relkind = 'r'`);
    expect(partitions.length).toBeGreaterThan(12);
    for (const partition of partitions)
      await expect(app.query(`select from ${partition}`)).rejects.toMatchObject({ code: '42501' });
  });

  test('finds a login before the company is known, that one alone', async () => {
    expect((await app.query(`select * from find_login(' ONE ')`)).rows).toEqual([]);
    await admin.query(`update logins set login = lower(login)`);
    expect((await app.query(`select * from find_login(' ONE ')`)).rows).toHaveLength(1);
  });
});

/** Named like a contact's or a user's, and neither. */
const namedAlike = ['files.owner_id'];

describe('rows that belong to a contact or a user', () => {
  const declared = (of: 'contact' | 'user') =>
    allAttached.flatMap((one) => (one.of === of ? [`${one.table}.${one.column}`] : [])).toSorted();
  const referring = (to: string) =>
    list(
      `select t.relname || '.' || a.attname from pg_constraint f join pg_class t on t.oid = f.conrelid
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey) and a.attname <> 'company_id'
       where f.contype = 'f' and f.confrelid = $1::regclass and not t.relispartition order by 1`,
      [to],
    ) as Promise<string[]>;
  /** Columns without a foreign key, found by name: history that outlives its people, and rows keyed by a name. */
  const calledLike = (pattern: string) =>
    list(
      `select t.relname || '.' || a.attname ${ours.replace('pg_class t', 'pg_class t join pg_attribute a on a.attrelid = t.oid')}
       and ${ofTenant} and a.attnum > 0 and not a.attisdropped and a.attname ~ $1 and t.relname || '.' || a.attname <> all($2) order by 1`,
      [pattern, namedAlike],
    ) as Promise<string[]>;

  test.each([
    ['contact', 'contacts', '^(contact|contact_id|.*_contact_id)$'],
    ['user', 'users', '^(user_id|actor_id|impersonator_id|owner_id|author_id|manager_id|.*_user_id|[a-z]+ed_by)$'],
  ] as const)('say what becomes of them: of a %s', async (of, table, pattern) => {
    const wanted = [...new Set([...(await referring(table)), ...(await calledLike(pattern))])].toSorted();
    expect(declared(of)).toEqual(wanted);
  });

  test('of a contact, are found by an index when it is erased', async () => {
    const erased = allAttached.flatMap((one) => (one.of === 'contact' && one.purge !== 'keep' ? [[one.table, one.column]] : []));
    const without = `select w.t || '.' || w.c from unnest($1::text[], $2::text[]) w(t, c) where not exists (
      select from pg_index i where i.indrelid = w.t::regclass and array(
        select a.attname::text from generate_series(0, 1) place
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[place] order by place) = array['company_id', w.c])`;
    expect(await list(without, [erased.map(([table]) => table), erased.map(([, column]) => column)])).toEqual([]);
  });

  test('are declared once', () => {
    const all = allAttached.map(({ table, column }) => `${table}.${column}`);
    expect(all.filter((one, place) => all.indexOf(one) !== place)).toEqual([]);
  });
});

/** Bytes that are no secret. */
const inClear = ['passkeys.public_key', 'recovery_codes.salt', 'sandbox_mails.raw', 'sandbox_texts.picture'];

test('what is sealed under the envelope key is known to who changes it (allReseals in server/areas.ts)', async () => {
  expect(
    await list(
      `select t.relname || '.' || a.attname ${ours.replace('pg_class t', 'pg_class t join pg_attribute a on a.attrelid = t.oid')}
      and a.attnum > 0 and a.atttypid = 'bytea'::regtype and a.attname !~ '(^|_)(blind|hash)$' and t.relname || '.' || a.attname <> all($1) order by 1`,
      [inClear],
    ),
  ).toEqual([
    'api_keys.secret_sealed',
    'contact_changes.medicare_number_sealed',
    'contact_prescriptions.details_sealed',
    'contacts.medicare_number_sealed',
    'hook_calls.body_sealed',
    'hook_lines.secret_sealed',
    'hook_lines.token_sealed',
    'import_problems.value_sealed',
    'import_rejects.reason_sealed',
    'import_rejects.row_sealed',
    'policies.number_sealed',
    'recovery_codes.code_sealed',
    'sending_domains.private_key_sealed',
    'sso_connections.client_secret_sealed',
    'sso_sessions.id_token_sealed',
    'sso_sessions.refresh_token_sealed',
    'text_registrations.ein_sealed',
    'users.totp_secret_sealed',
  ]);
});

test('this month and the next have their partition of the journal', async () => {
  const partitions = await list(`select relname from pg_class where relispartition and relname like 'contact_changes%'`);
  for (const ahead of [0, 1]) {
    const [name] = await list(`select 'contact_changes_' || to_char(now() + make_interval(months => $1), 'YYYY_MM')`, [ahead]);
    expect(partitions).toContain(name);
  }
});

test('the types of the database are current (npm run types)', async () => {
  expect(await storedTypes()).toBe(await typesOf(url));
});

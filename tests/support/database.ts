// Databases for tests: a template is migrated once and copied for each.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type listMigrations, setUpDatabase } from '#kernel/db/migrate.ts';
import { createLog } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import '../sharding/collect.ts';

export const testKey = Buffer.alloc(32, 7);
export const testSeal = createSeal(testKey);
export const testLog = createLog(process.env.TEST_LOG ?? 'silent', 'test');

const template = 'steward_template';
const lock = 5_120_001;

const on = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

export function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is set by tools/testPostgres.ts: run the tests through vitest.config.ts');
  return url;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export const createTestDatabase = (): Promise<TestDatabase> =>
  create(async (client, name) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) await makeTemplate(client);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });

/** With only the first migrations, as an earlier version left it. */
export const createEarlierDatabase = (migrations: ReturnType<typeof listMigrations>): Promise<TestDatabase> =>
  create(async (client, name) => {
    await client.query(`create database ${name}`);
    await setUpDatabase(on(adminUrl(), name), testSeal, testLog, migrations);
  });

/** Migrates to the newest version, or as far as `migrations` go. */
export const upgrade = ({ url }: TestDatabase, migrations?: ReturnType<typeof listMigrations>): Promise<void> =>
  alone(() => setUpDatabase(url, testSeal, testLog, migrations));

const ownTables = `
  select quote_ident(nspname) || '.' || quote_ident(relname) as name
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'graphile_worker') and pg_relation_size(c.oid) > 0`;

/** Tables with rows. */
export async function filledTables(url: string): Promise<string[]> {
  const filled: string[] = [];
  await connected(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(ownTables);
    for (const { name } of rows) if ((await client.query(`select from ${name} limit 1`)).rowCount) filled.push(name);
  });
  return filled;
}

/** Empties all but these. A lock that a finished test still holds ends it with an error, instead of waiting. */
export const emptyTables = (url: string, kept: string[]): Promise<void> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(ownTables);
    const names = rows.map(({ name }) => name).filter((name) => !kept.includes(name));
    if (names.length > 0) await client.query(`set lock_timeout = '20s'; truncate ${names.join(', ')} cascade`);
  });

async function create(make: (client: pg.Client, name: string) => Promise<void>): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await alone((client) => make(client, name));
  return {
    url: on(adminUrl(), name),
    drop: () => withAdmin((client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/** One at a time: a template in use cannot be copied, and set-ups write the roles, which all databases share. */
const alone = (work: (client: pg.Client) => Promise<unknown>): Promise<void> =>
  withAdmin(async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]);
    await work(client);
  });

async function makeTemplate(client: pg.Client) {
  const raw = `${template}_raw`;
  await client.query(`drop database if exists ${raw} with (force)`);
  await client.query(`create database ${raw}`);
  await setUpDatabase(on(adminUrl(), raw), testSeal, testLog);
  await client.query(`alter database ${raw} rename to ${template}`); // complete, or absent
}

const withAdmin = (work: (client: pg.Client) => Promise<unknown>): Promise<void> => connected(adminUrl(), work);

async function connected(connectionString: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

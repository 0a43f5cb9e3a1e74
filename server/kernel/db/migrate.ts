// Sets a database up: roles, extensions, every new migration once and in order, and the queue's schema. Runs under a
// lock, so that several may start at once. Web and worker processes do not migrate; they refuse a database that is
// behind.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrateJobs } from '#kernel/jobs/jobQueue.ts';
import { BadConfig } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { databaseRoles, hasCode, roleName, roleUrl } from './database.ts';

const folder = join(import.meta.dirname, '../../migrations');
const lock = 7_368_001; // any number, the same in every process

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** In the order they run. */
export const listMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });

/** `migrations`: default all; tests pass fewer to make the database of an earlier version. */
export async function setUpDatabase(adminUrl: string, seal: Seal, log: Log, migrations = listMigrations()): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'steward set-up' });
  client.on('error', () => {}); // the running statement reports it
  await client.connect();
  try {
    await mustBeNewEnough(client);
    await client.query('select pg_advisory_lock($1)', [lock]);
    await createRoles(client, seal);
    await createExtensions(client, log);
    await client.query(`set role ${roleName('owner')}`);
    // The owner cannot see companies' rows either: a migration that would silently change none of them fails instead.
    await client.query('set row_security = off');
    await runMigrations(client, log, migrations);
    await client.query('reset role');
    // The role that runs the queue owns its schema (graphile-worker enables RLS on its own tables).
    await client.query(`create schema if not exists graphile_worker authorization ${roleName('jobs')}`);
    await migrateJobs(roleUrl(adminUrl, 'jobs', seal), log);
  } finally {
    await client.end();
  }
}

/** `pool` is connected as role `app`. Accepts a newer database, though an upgrade stops all processes first. */
export async function mustBeMigrated(pool: pg.Pool): Promise<void> {
  const remedy = 'run "npm start -- --role migrate" with the same variables first.';
  const ran = await pool.query<{ name: string; checksum: string }>('select name, checksum from migrations').catch((error) => {
    if (hasCode(error, '28P01', '28000', '3D000', '42P01', '42501'))
      throw new BadConfig(`This database is not set up for this ENVELOPE_KEY. If the key is the right one, ${remedy}`);
    throw error;
  });
  const checksums = new Map(ran.rows.map((row) => [row.name, row.checksum]));
  const missing = listMigrations().filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const names = missing.map(({ name }) => name).join(', ');
  if (names) throw new BadConfig(`This database is not at this version: ${names} did not run there. Please ${remedy}`);
}

async function mustBeNewEnough(client: pg.Client) {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < 18)
    throw new BadConfig(`DATABASE_URL: Steward needs PostgreSQL 18 or newer, and this is ${version}.`);
}

async function createRoles(client: pg.Client, seal: Seal) {
  // The owner can sign in without a password of ours: nodes of a Citus cluster connect to each other as the acting role.
  const wanted = { owner: 'login', app: 'login', operator: 'login bypassrls', jobs: 'login' } as const;
  for (const [role, attributes] of Object.entries(wanted)) {
    const name = roleName(role as keyof typeof wanted);
    const { rows } = await client.query<{ rolcanlogin: boolean }>('select rolcanlogin from pg_roles where rolname = $1', [name]);
    if (!rows[0]) await client.query(`create role ${name} ${attributes}`);
    else if (!rows[0].rolcanlogin) await client.query(`alter role ${name} login`);
  }
  for (const role of databaseRoles) {
    const password = client.escapeLiteral(seal.derive(`database role ${role}`));
    await client.query(`alter role ${roleName(role)} password ${password}`);
  }
  // Citus passes `set local` to its workers only with this; plain PostgreSQL ignores an unknown prefixed setting.
  await client.query(`alter role ${roleName('app')} set citus.propagate_set_commands = 'local'`);
  // Limits waiting and blocking; a longer statement sets its own limit with `set local`.
  for (const [setting, value] of Object.entries({
    statement_timeout: '60s',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '60s',
  })) {
    await client.query(`alter role ${roleName('app')} set ${setting} = '${value}'`);
  }
  await client.query(`grant ${roleName('owner')} to current_user`);
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`grant create, temporary on database ${rows[0]?.name} to ${roleName('owner')}`);
  await client.query(`grant temporary on database ${rows[0]?.name} to ${roleName('app')}`);
  await client.query(`grant usage, create on schema public to ${roleName('owner')}`);
  await client.query(`grant usage on schema public to ${databaseRoles.map(roleName).join(', ')}`);
}

/**
 * Operators that use an index under row-level security must be LEAKPROOF; only a superuser can mark them
 * (docs/decisions/0004).
 */
export const leakproof = [
  'textlike(text, text)',
  'lower(text)',
  'arraycontains(anyarray, anyarray)',
  'arrayoverlap(anyarray, anyarray)',
  'jsonb_contains(jsonb, jsonb)',
];

async function createExtensions(client: pg.Client, log: Log) {
  for (const extension of ['pg_trgm', 'btree_gin', 'unaccent']) await client.query(`create extension if not exists ${extension}`);
  for (const signature of leakproof) {
    try {
      await client.query(`alter function pg_catalog.${signature} leakproof`);
    } catch (err) {
      log.warn({ err }, 'the database user is no superuser: search under row-level security will be slow here');
      return;
    }
  }
}

async function runMigrations(client: pg.Client, log: Log, migrations: Migration[]) {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
  );
  await client.query(`grant select on migrations to ${roleName('app')}`);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const ran = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, text, checksum } of migrations) {
    const before = ran.get(name);
    if (before === checksum) continue;
    if (before) throw new Error(`migration ${name} was changed after it ran here: write a new one instead`);
    await client.query('begin');
    for (const statement of statementsOf(text)) await client.query(statement); // one statement a query, as Citus requires
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
    log.info({ migration: name }, 'migrated');
  }
}

/** Statements end with a semicolon at the end of a line, outside of $$ bodies. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let current = '';
  let inBody = false;
  for (const line of text.split('\n')) {
    const code = line.replace(/--.*$/, '').trimEnd();
    if (code.trim() === '' && !inBody) continue;
    current += `${inBody ? line : code}\n`;
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) inBody = !inBody;
    if (!inBody && code.endsWith(';')) {
      statements.push(current);
      current = '';
    }
  }
  if (current.trim()) throw new Error(`a migration ends in the middle of a statement: ${current.slice(0, 80)}`);
  return statements;
}

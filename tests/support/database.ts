// A database of its own for a test file: migrated once into a template, copied for each.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createLog } from '#kernel/log.ts';
import { setUpDatabase } from '#kernel/migrate.ts';
import { createSeal } from '#kernel/seal.ts';

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

export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withAdmin(async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]); // a template in use cannot be copied, nor made twice
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) await makeTemplate(client);
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: on(adminUrl(), name),
    drop: () => withAdmin((client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

async function makeTemplate(client: pg.Client) {
  const raw = `${template}_raw`;
  await client.query(`drop database if exists ${raw} with (force)`);
  await client.query(`create database ${raw}`);
  await setUpDatabase(on(adminUrl(), raw), testSeal, testLog);
  await client.query(`alter database ${raw} rename to ${template}`); // whole, or not there
}

async function withAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

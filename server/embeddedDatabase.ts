// Creates and opens our own database on the embedded PostgreSQL.
import pg from 'pg';
import { findEmbeddedPostgres } from '#kernel/embedded/embeddedPostgres.ts';
import type { Config } from '#kernel/ops/config.ts';

export const embeddedDatabase = 'steward';

/** The database of that name on the server at `url`; creates it if missing. Returns its own URL. */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the running statement reports it
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return databaseOn(url, name);
}

/**
 * For commands beside a running Steward: the administrator's URL of the database in use; null if the embedded
 * one does not run.
 */
export async function findDatabase({ databaseUrl, dataDir }: Config): Promise<string | null> {
  if (databaseUrl) return databaseUrl;
  const url = await findEmbeddedPostgres(dataDir);
  return url && databaseOn(url, embeddedDatabase);
}

function databaseOn(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

// Connections: one pool for each role, and one entry into a tenant.
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '#kernel/ops/log.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import type { DB } from './database.generated.ts';
import { eagerPool } from './eagerPool.ts';

/**
 * `app` serves requests and job bodies under row-level security; `operator` works across tenants; `jobs` owns
 * the queue.
 */
export const databaseRoles = ['app', 'operator', 'jobs'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];
export const roleName = (role: DatabaseRole | 'owner') => `steward_${role}`;

export type Db = Kysely<DB>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

const { types } = pg;
types.setTypeParser(types.builtins.INT8, Number); // ids stay far below 2^53
types.setTypeParser(1016 as never, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))); // bigint[]
const textArray = types.getTypeParser(1009 as never) as (text: string) => unknown;
types.setTypeParser(1009 as never, (text: string) =>
  /["\\]|null/i.test(text) || text === '{}' ? textArray(text) : text.slice(1, -1).split(','),
); // text[]: most are plain
types.setTypeParser(types.builtins.DATE, (text: string) => text); // a day has no zone
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text: string) => new Date(text).toISOString());
types.setTypeParser(types.builtins.NUMERIC, Number);

export function roleUrl(adminUrl: string, role: DatabaseRole, seal: Seal): string {
  const url = new URL(adminUrl);
  url.username = roleName(role);
  url.password = seal.derive(`database role ${role}`);
  return url.href;
}

/** `max` is the role's share of the process's connection budget (docs/ARCHITECTURE.md). */
export function connect(url: string, log: Log, { max, name }: { max: number; name: string }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: `steward ${name}`,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000, // waiting for a free connection too: after that the caller gets 503
    pipeline: true,
  });
  pool.on('error', (err) => log.warn({ err }, 'idle database connection lost'));
  pool.on('connect', (client) => client.on('error', (err) => log.warn({ err }, 'database connection lost')));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: eagerPool(pool) }) });
  const close = async () => {
    await db.destroy();
    if (!pool.ended) await pool.end(); // Kysely ends only a pool that it has used
  };
  return { db, pool, close };
}

/**
 * Runs `work` in a transaction that sees one company only: what set_tenant() does, in the message that opens it
 * (eagerPool.ts). The journal and the audit log write down `apiKeyId`.
 */
export async function inCompany<T>(
  db: Db,
  companyId: number,
  work: (db: Db) => Promise<T>,
  apiKeyId: number | null = null,
): Promise<T> {
  if (!Number.isSafeInteger(companyId) || !Number.isSafeInteger(apiKeyId ?? 0)) throw new TypeError('ids must be integers');
  const withKey = apiKeyId === null ? '' : `; set local app.api_key_id = ${apiKeyId}`;
  return db.connection().execute(async (connection) => {
    try {
      await sql.raw(`begin; set local app.company_id = ${companyId}${withKey}`).execute(connection);
      const result = await work(connection);
      await sql.raw('commit').execute(connection);
      return result;
    } catch (error) {
      await sql
        .raw('rollback')
        .execute(connection)
        .catch(() => {}); // a lost connection rolls back by itself
      throw error;
    }
  });
}

export const hasCode = (error: unknown, ...codes: string[]): error is pg.DatabaseError =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** The database is away, is starting, or was lost in the middle: nobody can say whether the running work is done. */
export const isOutage = (error: unknown): boolean =>
  hasCode(error, '53300', '57P01', '57P02', '57P03', '08000', '08001', '08003', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE') ||
  (error instanceof Error && lostConnection.test(error.message));

/** pg's own errors have no code. */
const lostConnection =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;

/** The name of the violated constraint. Citus gives it only in the message, followed by the shard's number. */
export const constraintOf = ({ constraint, message }: Pick<pg.DatabaseError, 'constraint' | 'message'>): string | undefined =>
  (constraint || /constraint "([^"]+)"/.exec(message)?.[1])?.replace(/_\d+$/, '');

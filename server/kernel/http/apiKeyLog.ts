// The log of calls with API keys, and when each key was last used. Rows are collected and written every second in one statement a company, so
// that the log costs a call nothing; a crash loses that second.
import { sql } from 'kysely';
import type { Platform } from '#kernel/context.ts';
import { type Db, inCompany } from '#kernel/db/database.ts';

interface KeyedCall {
  companyId: number;
  keyId: number;
  at: Date;
  method: string;
  /** As in the contract: `/v1/contacts/:id`. */
  path: string;
  status: number;
  address: string;
}

/** Calls that wait to be written. More are dropped while the database is away. */
const maxWaiting = 20_000;
/** Rows of one statement. */
const batch = 2_000;

export interface ApiKeyLog {
  note(call: KeyedCall): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

export function createApiKeyLog({ db, log }: Platform, every = 1_000): ApiKeyLog {
  let waiting: KeyedCall[] = [];
  let writing = Promise.resolve();
  const write = () => {
    const calls = waiting;
    waiting = [];
    writing = writing
      .then(() => store(db, calls))
      .catch((err) => log.warn({ err, calls: calls.length }, 'API key calls not logged'));
    return writing;
  };
  const timer = setInterval(() => waiting.length > 0 && void write(), every);
  timer.unref();
  return {
    note: (call) => void (waiting.length < maxWaiting && waiting.push(call)),
    close() {
      clearInterval(timer);
      return write();
    },
  };
}

async function store(db: Db, calls: KeyedCall[]): Promise<void> {
  for (const [companyId, own = []] of Map.groupBy(calls, (call) => call.companyId))
    for (let from = 0; from < own.length; from += batch)
      await inCompany(db, companyId, (tenant) => storeSome(tenant, companyId, own.slice(from, from + batch)));
}

async function storeSome(db: Db, companyId: number, calls: KeyedCall[]): Promise<void> {
  await db
    .insertInto('api_key_calls')
    .values(
      calls.map(({ keyId, at, method, path, status, address }) => ({
        company_id: companyId,
        api_key_id: keyId,
        at,
        method,
        path,
        status,
        address,
      })),
    )
    .execute();
  for (const [keyId, [...own]] of Map.groupBy(calls, (call) => call.keyId)) {
    const at = own.at(-1)?.at.toISOString() ?? null;
    await sql`update api_keys set last_used_at = ${at}::timestamptz where company_id = ${companyId} and id = ${keyId}
      and coalesce(last_used_at < ${at}::timestamptz - interval '1 minute', true)`.execute(db);
  }
}

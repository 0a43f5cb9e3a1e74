// Moves data sealed with older keys or by an earlier version to the newest key and form. Sealed data names both, so SQL
// finds the rest, and a stopped run is simply repeated. Writers with the newest key may continue at the same time.
import { sql } from 'kysely';
import type { Db } from '#kernel/db/database.ts';
import type { Storage } from '#kernel/files/storage.ts';
import type { Seal } from './seal.ts';

export interface ResealParts {
  /** As role `operator`. */
  db: Db;
  seal: Seal;
  storage: Storage;
}

/** One company's sealed data in one place: how many were moved, and how many were missing. */
export type Reseal = (parts: ResealParts, companyId: number) => Promise<{ moved: number; missing: number }>;

interface SealedTable {
  table:
    | 'api_keys'
    | 'contacts'
    | 'contact_changes'
    | 'contact_prescriptions'
    | 'hook_calls'
    | 'hook_lines'
    | 'import_rejects'
    | 'import_problems'
    | 'policies'
    | 'users'
    | 'recovery_codes'
    | 'sending_domains'
    | 'sso_connections'
    | 'sso_sessions'
    | 'text_registrations';
  /** Its primary key after company_id, by column and type. */
  key: Record<string, 'bigint' | 'integer' | 'text' | 'timestamptz'>;
  /** Sealed columns, and the purpose of each (seal.ts). */
  sealed: Record<string, string>;
  /** The blind index of a sealed column, if it has one. `key`: what of the text it is made from; default: all. */
  blind?: { column: string; of: string; key?: (clear: string) => string };
  /** Rows in memory at once; fewer if they may be long. */
  batch?: number;
}

export const resealTable =
  (table: SealedTable): Reseal =>
  async (parts, companyId) => {
    let moved = 0;
    for (let after: Row | null = null; ; ) {
      const rows: Row[] = await resealBatch(parts, companyId, table, after);
      moved += rows.length;
      after = rows.at(-1) ?? null;
      if (rows.length < (table.batch ?? usual)) return { moved, missing: 0 };
    }
  };

const usual = 1_000;

/** The key as text: JavaScript's dates lose microseconds. */
type Row = Record<string, string | Buffer | null>;

function resealBatch(
  { db, seal }: ResealParts,
  companyId: number,
  { table, key, sealed, blind, batch = usual }: SealedTable,
  after: Row | null,
): Promise<Row[]> {
  const keys = Object.entries(key);
  const own = (name: string) => sql.ref(`t.${name}`);
  const ownKey = sql`(${sql.join(keys.map(([name]) => own(name)))})`;
  const columns = Object.keys(sealed);
  const isOlder = columns.map((name) => sql`substr(${own(name)}, 1, ${seal.newest.length}) <> ${seal.newest}`);
  const isNext =
    after && sql<boolean>`${ownKey} > (${sql.join(keys.map(([name, type]) => sql`${after[name]}::text::${sql.raw(type)}`))})`;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select ${sql.join([...keys.map(([name]) => sql`${own(name)}::text as ${sql.ref(name)}`), ...columns.map(own)])}
      from ${sql.table(table)} t
      where t.company_id = ${companyId} and (${sql.join(isOlder, sql` or `)}) and ${isNext ?? sql`true`}
      order by ${sql.join(keys.map(([name]) => own(name)))} limit ${batch} for update`.execute(tx);
    if (rows.length === 0) return rows;
    const fromClear = (name: string, make: (clear: string, purpose: string) => Buffer) => {
      const purpose = sealed[name] ?? '';
      return rows.map((row) => (row[name] ? make(seal.openKept(row[name] as Buffer, purpose, companyId), purpose) : null));
    };
    const sealAnew = (clear: string, purpose: string) => seal.seal(clear, purpose, companyId);
    const written = Object.fromEntries(columns.map((name) => [name, fromClear(name, sealAnew)]));
    if (blind) {
      const { key = (clear: string) => clear } = blind;
      written[blind.column] = fromClear(blind.of, (clear) => seal.blind(key(clear), companyId));
    }
    const arrays = [
      ...keys.map(([name, type]) => sql`${rows.map((row) => row[name])}::text[]::${sql.raw(type)}[]`),
      ...Object.values(written).map((values) => sql`${values}::bytea[]`),
    ];
    const moved = (name: string) => sql.ref(`moved.${name}`);
    await sql`
      update ${sql.table(table)} t set ${sql.join(Object.keys(written).map((name) => sql`${sql.ref(name)} = ${moved(name)}`))}
      from unnest(${sql.join(arrays)}) moved(${sql.join([...Object.keys(key), ...Object.keys(written)].map((name) => sql.ref(name)))})
      where t.company_id = ${companyId} and ${ownKey} = (${sql.join(keys.map(([name]) => moved(name)))})`.execute(tx);
    return rows;
  });
}

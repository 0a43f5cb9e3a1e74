// After a change of the envelope key: moves what older keys sealed to the newest. What is sealed names its key, so SQL finds what is left
// to do, and a run that was stopped is simply run again. Writers that have the newest key may go on meanwhile.
import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Seal } from './seal.ts';
import { allOf } from './sql.ts';
import type { Storage } from './storage.ts';

export interface ResealParts {
  /** As the role `operator`. */
  db: Db;
  seal: Seal;
  storage: Storage;
}

/** What one company has sealed in one place. Answers how many were moved. */
export type Reseal = (parts: ResealParts, companyId: number) => Promise<number>;

interface SealedTable {
  table: 'contacts' | 'import_rejects';
  /** Its primary key behind company_id: whole numbers. */
  key: string[];
  sealed: string[];
  /** The blind index of a sealed column, where it has one. */
  blind?: { column: string; of: string };
}

const batchSize = 1_000;

export const resealTable =
  (table: SealedTable): Reseal =>
  async (parts, companyId) => {
    let moved = 0;
    for (let after: unknown[] | null = null; ; ) {
      const rows: Row[] = await resealBatch(parts, companyId, table, after);
      moved += rows.length;
      const last = rows.at(-1);
      if (!last || rows.length < batchSize) return moved;
      after = table.key.map((column) => last[column]);
    }
  };

type Row = Record<string, number | Buffer | null>;

function resealBatch(
  { db, seal }: ResealParts,
  companyId: number,
  { table, key, sealed, blind }: SealedTable,
  after: unknown[] | null,
) {
  const columns = (names: string[]) => sql.join(names.map((name) => sql.ref(name)));
  const isOlder = sql<boolean>`(${sql.join(
    sealed.map((name) => sql`substr(${sql.ref(name)}, 1, ${seal.newest.length}) <> ${seal.newest}`),
    sql` or `,
  )})`;
  const isNext = after ? sql<boolean>`(${columns(key)}) > (${sql.join(after)})` : sql<boolean>`true`;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`
      select ${columns([...key, ...sealed])} from ${sql.table(table)}
      where ${allOf([sql<boolean>`company_id = ${companyId}`, isOlder, isNext])}
      order by ${columns(key)} limit ${batchSize} for update`.execute(tx);
    if (rows.length === 0) return rows;
    const clear = (row: Row, name: string) => (row[name] ? seal.open(row[name] as Buffer) : null);
    const written: [name: string, values: (Buffer | null)[]][] = sealed.map((name) => [
      name,
      rows.map((row) => orNull(clear(row, name), seal.seal)),
    ]);
    if (blind)
      written.push([blind.column, rows.map((row) => orNull(clear(row, blind.of), (text) => seal.blind(text, companyId)))]);
    const arrays = [
      ...key.map((name) => sql`${rows.map((row) => row[name])}::bigint[]`),
      ...written.map(([, values]) => sql`${values}::bytea[]`),
    ];
    const names = [...key, ...written.map(([name]) => name)];
    await sql`
      update ${sql.table(table)} t set ${sql.join(written.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`))}
      from unnest(${sql.join(arrays)}) r(${columns(names)})
      where t.company_id = ${companyId} and (${sql.join(key.map((name) => sql.ref(`t.${name}`)))}) = (${sql.join(key.map((name) => sql.ref(`r.${name}`)))})`.execute(
      tx,
    );
    return rows;
  });
}

const orNull = (text: string | null, make: (text: string) => Buffer): Buffer | null => (text === null ? null : make(text));

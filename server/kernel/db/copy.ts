// COPY into a table, rows as arrays: the fastest insert. PostgreSQL refuses it on a table with row-level
// security, so imports copy into a temporary table and insert from there.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { Client, type Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { DB } from './database.generated.ts';
import type { Db } from './database.ts';

/** null becomes NULL, arrays bigint[], bytes bytea; jsonb is given as text. */
export type Cell = string | number | boolean | null | Buffer | readonly number[];
export type Copy = (table: string, columns: readonly string[], rows: Iterable<readonly Cell[]>) => Promise<void>;

const copyOn =
  (client: Client): Copy =>
  async (table, columns, rows) => {
    const target = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(chunksOf(rows)), target);
  };

/**
 * A connection of its own, as a Kysely for statements and as a client for COPY, which the pipelined connections
 * of the pool refuse.
 */
export async function onOneClient<T>({ options }: Pool, work: (db: Db, copy: Copy) => Promise<T>): Promise<T> {
  const client = new Client({ ...options, pipeline: false });
  client.on('error', () => {}); // the running statement reports it
  await client.connect();
  const kept = { query: client.query.bind(client), release() {} };
  const onlyThis = { connect: async () => kept, end: async () => {}, options: {} } as unknown as PostgresPool;
  try {
    return await work(new Kysely<DB>({ dialect: new PostgresDialect({ pool: onlyThis }) }), copyOn(client));
  } finally {
    await client.end();
  }
}

const chunkSize = 64 * 1024;

function* chunksOf(rows: Iterable<readonly Cell[]>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${row.map(encode).join('\t')}\n`;
    if (chunk.length >= chunkSize) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk) yield chunk;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeText = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text;

function encode(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (cell instanceof Buffer) return `\\\\x${cell.toString('hex')}`;
  return `{${cell.join(',')}}`;
}

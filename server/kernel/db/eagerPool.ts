// A pool for Kysely that saves round trips and plans: the statements that open a transaction travel with the first
// statement after them, and frequent queries by key keep their plan (planning takes several times as long as running
// them).
import { type PostgresPool, type RawBuilder, sql } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';

const mark = '/* keeps its plan */';

/** For a query by a unique key with every column named: its plan does not depend on the values. */
export const keepsPlan: RawBuilder<unknown> = sql.raw(mark);

/** The pool's connections must be pipelined. */
export function eagerPool(pool: Pool): PostgresPool {
  return {
    connect: async () => eager(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool;
}

const opens = /^(?:begin|set local)\b/;
const nothing = { command: 'SET', rowCount: 0, rows: [] };
const ignore = () => {};

/** Answers come in the order of the statements. If an opening statement fails, everything after it fails too. */
function eager(client: PoolClient) {
  let opened: Promise<unknown> = Promise.resolve();
  return {
    query(text: string, values: unknown[]): Promise<Pick<QueryResult, 'command' | 'rowCount' | 'rows'>> {
      const answer = client.query(text.includes(mark) ? { name: nameOf(text), text, values } : { text, values });
      answer.catch(ignore); // thrown below
      if (!opens.test(text)) return opened.then(() => answer);
      const before = opened;
      opened = text.startsWith('begin') ? answer : before.then(() => answer);
      opened.catch(ignore);
      return Promise.resolve(nothing);
    },
    release: (broken?: boolean) => client.release(broken),
  };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size + 1}`;
  names.set(text, name);
  return name;
}

// A look-up: a short list of a company that other records point at. `const carriers = lookup({ table: 'carriers', … })` gives the functions
// that its routes call; an area may write any of them by hand instead.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type LookupQuery, maxLookupRows } from '#contract/kit/crud.ts';
import { Id } from '#contract/kit/endpoint.ts';
import type { Permission } from '#contract/permissions.ts';
import { inTenant, mustHave, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { job } from '#kernel/jobs/job.ts';
import { perform, type Tasks } from '#kernel/jobs/tasks.ts';
import { hasCode } from './database.ts';
import { allOf, type Condition, escapeLike } from './sql.ts';

/** One kind of record that points at the rows of a look-up. */
export interface Use {
  /** How many point at each row, by its id; with `id` at that row alone. */
  count(tx: Tx, id?: number): Promise<Map<number, number>>;
  /** Moves a batch to another row. Answers how many records: 0 when none are left. */
  move(tx: Tx, from: number, to: number): Promise<number>;
}

interface LookupOptions {
  table: string;
  /** The column with the name that people read. The table's `key` is `fold()` of it, and unique. */
  name: 'name' | 'title';
  /** The fields of a row's answer, from the table as `t`. */
  columns: RawBuilder<unknown>;
  /** Joined to `t`. */
  join?: (tx: Tx) => RawBuilder<unknown>;
  /** By default by name; `t.position` for a list that people order by hand. */
  order?: RawBuilder<unknown>;
  uses?: readonly Use[];
  /** The job that replaces one row by another. Without it a row in use cannot be deleted. */
  replace?: ReplaceJob;
  /** Checked again when that job runs. */
  permission: Permission;
}

type Values = Record<string, unknown>;
type Listed<Row> = Row & { used: number | null };

export type Lookup<Row extends { id: number } = { id: number }> = ReturnType<typeof lookup<Row>>;

export function lookup<Row extends { id: number }>(options: LookupOptions) {
  const { table, name, columns, join = () => sql``, uses = [], replace, permission } = options;
  const place = sql`${sql.ref(`t.${name}`)} collate by_name`;
  const order = options.order ? sql`${options.order}, ${place}, t.id` : sql`${place}, t.id`;

  const rowsWhere = async (tx: Tx, ...where: Condition[]): Promise<Row[]> => {
    const all = allOf([sql<boolean>`t.company_id = ${tx.companyId}`, ...where]);
    const query = sql<Row>`select ${columns} from ${sql.table(table)} t ${join(tx)} where ${all} order by ${order} limit ${maxLookupRows}`;
    return (await query.execute(tx.db)).rows;
  };
  const find = async (tx: Tx, id: number): Promise<Row | undefined> => (await rowsWhere(tx, sql`t.id = ${id}`))[0];
  const tell = (tx: Tx) => tx.tell({ event: 'reference.changed' }, { to: 'reference.read' });
  const taken = (error: unknown): never => {
    if (!hasCode(error, '23505')) throw error;
    throw fail('lookups.name_taken', { errors: { [name]: ['This name is on the list already'] } });
  };
  const countUses = async (tx: Tx, id?: number): Promise<Map<number, number>> => {
    const sums = new Map<number, number>();
    for (const use of uses) for (const [row, count] of await use.count(tx, id)) sums.set(row, (sums.get(row) ?? 0) + count);
    return sums;
  };

  /** All rows in their order, for the lists that everybody reads. */
  const all = rowsWhere;

  async function list(tx: Tx, { q, counts }: LookupQuery, ...where: Condition[]): Promise<{ data: Listed<Row>[] }> {
    const rows = await rowsWhere(tx, sql`t.key like '%' || fold(${escapeLike(q)}) || '%'`, ...where);
    const used = counts ? await countUses(tx) : null;
    return { data: rows.map((row) => ({ ...row, used: used && (used.get(row.id) ?? 0) })) };
  }

  /** Throws `not_found`. */
  async function get(tx: Tx, id: number): Promise<Row> {
    const row = await find(tx, id);
    if (!row) throw fail('not_found');
    return row;
  }

  /** In a list ordered by hand the new row is the last. */
  async function create(tx: Tx, values: Values): Promise<Row> {
    const { rows } = await sql<{ count: number; last: number | null }>`
      select count(*), ${options.order ? sql`max(position)` : sql`null::int`} as last from ${sql.table(table)} where company_id = ${tx.companyId}`.execute(
      tx.db,
    );
    const { count = 0, last = null } = rows[0] ?? {};
    if (count >= maxLookupRows) throw wrong(name, `This list can have ${maxLookupRows} rows at most`);
    const row = { company_id: tx.companyId, ...values, ...(options.order && { position: (last ?? -1) + 1 }) };
    const made = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(row))}) returning id`
      .execute(tx.db)
      .catch(taken);
    tell(tx);
    return get(tx, made.rows[0]?.id ?? 0);
  }

  /** Undefined values stay as they are. `position` moves the row to that place among all rows. */
  async function update(tx: Tx, id: number, { position, ...values }: Values & { position?: number | undefined }): Promise<Row> {
    await get(tx, id);
    const changed = Object.entries(values).filter(([, value]) => value !== undefined);
    if (changed.length > 0) {
      const columns = sql.join(changed.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
      await sql`update ${sql.table(table)} set ${columns} where company_id = ${tx.companyId} and id = ${id}`
        .execute(tx.db)
        .catch(taken);
    }
    if (position !== undefined) await moveTo(tx, id, position);
    tell(tx);
    return get(tx, id);
  }

  /** Gives all rows their places anew. */
  async function moveTo(tx: Tx, id: number, position: number): Promise<void> {
    const ids = (await rowsWhere(tx)).map((row) => row.id).filter((other) => other !== id);
    ids.splice(position, 0, id);
    await sql`
      update ${sql.table(table)} t set position = o.place - 1 from unnest(${ids}::bigint[]) with ordinality o (id, place)
      where t.company_id = ${tx.companyId} and t.id = o.id`.execute(tx.db);
  }

  /** Throws `lookups.in_use` with the count; with `replace_with` a job moves the records that point at it, then deletes it. */
  async function remove(tx: Tx, id: number, { replace_with }: { replace_with?: number | undefined } = {}): Promise<void> {
    await get(tx, id);
    const count = (await countUses(tx, id)).get(id) ?? 0;
    if (count === 0) return drop(tx, id);
    if (!replace || replace_with === undefined) throw fail('lookups.in_use', { data: { count } });
    if (replace_with === id || !(await find(tx, replace_with))) throw wrong('replace_with', 'This is not on the list any more');
    tx.enqueue(replace, { table, from: id, to: replace_with });
  }

  /** Deletes it without counting its uses. */
  async function drop(tx: Tx, id: number): Promise<void> {
    await sql`delete from ${sql.table(table)} where company_id = ${tx.companyId} and id = ${id}`
      .execute(tx.db)
      .catch((error: unknown) => {
        // A record was pointed at it just now.
        throw hasCode(error, '23503') ? fail('lookups.in_use', { data: { count: 1 } }) : error;
      });
    tell(tx);
  }

  /** One batch of a replacement; false once it is done. */
  async function replaceSome(tx: Tx, from: number, to: number): Promise<boolean> {
    mustHave(tx.actor, permission);
    if (!(await find(tx, from))) return false;
    for (const use of uses) if ((await use.move(tx, from, to)) > 0) return true;
    await drop(tx, from);
    tx.tell({ event: 'contacts.changed' }, { to: 'contacts.read' });
    return false;
  }

  return { table, all, list, find, get, create, update, remove, drop, replaceSome };
}

/** A job that moves records from one row of a table to another. The look-ups of an area share one. */
export const replaceJob = (name: string) => job(name, z.object({ table: z.string(), from: Id, to: Id }), { long: true });
type ReplaceJob = ReturnType<typeof replaceJob>;

/** Performs that job for the look-ups of an area. After a crash it moves what is left. */
export const performReplace = (replace: ReplaceJob, lookups: readonly Pick<Lookup, 'table' | 'replaceSome'>[]): Tasks =>
  perform(replace, async (ctx, { table, from, to }, { signal, movedOn }) => {
    const found = lookups.find((one) => one.table === table);
    if (!found) throw new Error(`there is no look-up ${table}`);
    while (!signal.aborted) {
      if (!(await inTenant(ctx, (tx) => found.replaceSome(tx, from, to)))) return;
      await movedOn();
    }
    throw new Error('stopped before the end; the next run goes on');
  });

// Removes unused files of every area: never kept after the upload, of a deleted owner, dropped before a crash;
// and bytes without a row.
import { sql } from 'kysely';
import type { DB } from '#kernel/db/database.generated.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Condition } from '#kernel/db/sql.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { Reseal } from '#kernel/secrets/reseal.ts';
import { removeDropped } from './files.ts';
import type { Storage } from './storage.ts';

/** The kinds of an area's files, and the table of their owners: rows with `company_id` and `id`. */
export type FileKinds = Record<string, keyof DB>;

/** Milliseconds until a new file must be kept: no upload takes longer. */
const day = 86_400_000;
/** Rows in memory at once. */
const maxFiles = 1_000;

export const fileChores = (kinds: FileKinds): Chore[] => [
  {
    name: 'remove files that nothing keeps',
    async run(db, { storage, clock, log }) {
      const before = new Date(clock().getTime() - day);
      await dropEach(db, sql`f.state in ('arriving', 'stored') and f.created_at < ${before}`);
      for (const [kind, table] of Object.entries(kinds))
        await dropEach(
          db,
          sql`f.state = 'kept' and f.kind = ${kind} and not exists (
            select from ${sql.table(table)} o where o.company_id = f.company_id and o.id = f.owner_id)`,
        );
      await tellUnknown(db, Object.keys(kinds), log);
      const { rows } = await sql<{ company_id: number }>`select distinct company_id from files where state = 'dropped'`.execute(
        db,
      );
      for (const { company_id } of rows) await removeDropped((work) => work(db), storage, company_id);
      await removeRowless(db, storage, before);
    },
  },
  {
    name: 'seal files anew that an earlier version sealed',
    async run(db, { storage }) {
      const { rows } = await sql<{ company_id: number }>`select distinct company_id from files where sealing = 1`.execute(db);
      for (const { company_id } of rows) await resealEach(db, storage, company_id, sql`sealing = 1`);
    },
  },
];

/** All that are sealed under the envelope key. */
export const resealFiles: Reseal = ({ db, storage }, companyId) => resealEach(db, storage, companyId, sql`true`);

async function resealEach(db: Db, storage: Storage, companyId: number, condition: Condition) {
  const done = { moved: 0, there: 0, gone: 0, damaged: 0 };
  for (let after = 0; ; ) {
    const files = await db
      .selectFrom('files')
      .select(['id', 'key', 'size', 'sealing'])
      .where('company_id', '=', companyId)
      .where('id', '>', after)
      .where('state', 'in', ['stored', 'kept'])
      .where(condition)
      .orderBy('id')
      .limit(maxFiles)
      .execute();
    for (const file of files) {
      const outcome = await storage.reseal(file);
      done[outcome]++;
      if (file.sealing === 1 && (outcome === 'moved' || outcome === 'there'))
        await db.updateTable('files').set({ sealing: 2 }).where('company_id', '=', companyId).where('id', '=', file.id).execute();
    }
    after = files.at(-1)?.id ?? 0;
    if (files.length < maxFiles) return { moved: done.moved, missing: done.gone + done.damaged };
  }
}

/** Found across companies, dropped in each with the same condition again: something may have kept it in between. */
async function dropEach(db: Db, condition: Condition) {
  for (;;) {
    const { rows } = await sql<{ company_id: number; id: number }>`
      select f.company_id, f.id from files f where ${condition} limit ${maxFiles}`.execute(db);
    for (const [companyId, own] of Map.groupBy(rows, (row) => row.company_id))
      await sql`
        update files f set state = 'dropped'
        where f.company_id = ${companyId} and f.id = any(${own.map(({ id }) => id)}::bigint[]) and ${condition}`.execute(db);
    if (rows.length < maxFiles) return;
  }
}

/** Files of an unknown kind stay: the area may be gone, or it forgot to declare the kind. */
async function tellUnknown(db: Db, known: string[], log: Log) {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from files where state = 'kept' and kind <> all(${known}) group by kind`.execute(db);
  for (const { kind, count } of rows) log.warn({ kind, count }, 'files of a kind that no area names are kept');
}

/** Bytes of failed uploads, and bytes unknown to a restored database. */
async function removeRowless(db: Db, storage: Storage, before: Date) {
  for await (const { companyId, keys } of storage.list(before)) {
    const known = await db
      .selectFrom('files')
      .select('key')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`key = any(${keys}::text[])`)
      .execute();
    for (const key of new Set(keys).difference(new Set(known.map(({ key }) => key)))) await storage.remove(key);
  }
}

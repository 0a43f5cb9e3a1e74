// Files: what there is, what keeps each, and how much room a company takes. A file's row comes before its bytes and goes after them, so
// whatever is cut off in between, the sweeper (fileSweep.ts) finds it.
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { type Db, inCompany, isOutage } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { job, perform } from '#kernel/jobs/tasks.ts';
import { typedBy, typeOf } from './fileTypes.ts';
import { type FileAt, FileGone, type Storage } from './storage.ts';

export interface StoredFile extends FileAt {
  id: number;
  /** As the sender called it: for display, never for a path. */
  name: string;
  /** A media type, by content. */
  type: string;
}

interface Upload {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** Bytes that are to come, where that is known: what has no room is refused before any is stored. */
  expected?: number;
}

/** Nothing keeps it yet: it goes a day later where nothing does. Throws `files.storage_full`, StorageFailed, and what the content throws. */
export async function storeFile(ctx: WorkCtx, { name, content, expected = 0 }: Upload): Promise<StoredFile> {
  const { companyId, userId } = ctx.actor;
  const key = `${companyId}/${randomUUID()}`;
  let reserved = expected;
  const id = await inTenant(ctx, async (tx) => {
    const row = { company_id: companyId, key, name, size: 0, uploaded_by: userId };
    const { id } = await tx.db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
    await reserve(tx, ctx.platform.config.storageQuota, id, expected, expected);
    return id;
  });
  let size = 0;
  const start: Uint8Array[] = [];
  const sum = createHash('sha256');
  try {
    await ctx.platform.storage.put(key, measured());
    const type = typeOf(Buffer.concat(start), name);
    const stored = { size, type, hash: sum.digest(), state: 'stored' };
    const { numUpdatedRows } = await inTenant(ctx, (tx) =>
      rowOf(tx, id).set(stored).where('state', '=', 'arriving').executeTakeFirstOrThrow(),
    );
    if (numUpdatedRows === 0n) throw new FileGone(); // it took longer than a day
    return { id, key, name, size, type, sealing: 2 };
  } catch (error) {
    await discardFiles(ctx, [{ id }], error);
    throw error;
  }

  async function* measured() {
    for await (const bytes of content) {
      if (size < typedBy) start.push(bytes.subarray(0, typedBy - size));
      size += bytes.length;
      if (size > reserved)
        reserved = await inTenant(ctx, (tx) => reserve(tx, ctx.platform.config.storageQuota, id, size, size + step));
      sum.update(bytes);
      yield bytes;
    }
  }
}

/** Bytes that a file of unknown size has reserved ahead of it. */
const step = 16 * 1024 * 1024;

/** Reserves `wanted` bytes for a file that arrives, or what room there is, if at least `least`. In a company one at a time. */
async function reserve(tx: Tx, quota: number, id: number, least: number, wanted: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('files', ${tx.companyId}::bigint))`.execute(tx.db);
  const { used } = await tx.db
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('used'))
    .where('company_id', '=', tx.companyId)
    .where('state', '<>', 'dropped')
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  const room = quota - used;
  if (room < least) throw fail('files.storage_full', { data: { used, quota } });
  const size = Math.min(wanted, room);
  await rowOf(tx, id).set({ size }).execute();
  return size;
}

/** In the transaction that writes its owner. `kind`: one that the area has named (FileKinds); `owner`: the row's id. Throws FileGone. */
export async function keepFile(tx: Tx, { id }: { id: number }, { kind, owner }: { kind: string; owner: number }): Promise<void> {
  const kept = { state: 'kept', kind, owner_id: owner };
  const { numUpdatedRows } = await rowOf(tx, id).set(kept).where('state', '=', 'stored').executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new FileGone();
}

/** Those of `owner`, the oldest first. */
export const listFiles = (tx: Tx, { kind, owner }: { kind: string; owner: number }): Promise<StoredFile[]> =>
  tx.db
    .selectFrom('files')
    .select(['id', 'key', 'name', 'type', 'size', 'sealing'])
    .where('company_id', '=', tx.companyId)
    .where('kind', '=', kind)
    .where('owner_id', '=', owner)
    .where('state', '=', 'kept')
    .orderBy('id')
    .execute();

/** The files of these owners go, soon after this transaction has committed. */
export async function dropFiles(tx: Tx, { kind, owners }: { kind: string; owners: number[] }): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('files')
    .set({ state: 'dropped' })
    .where('company_id', '=', tx.companyId)
    .where('kind', '=', kind)
    .where(sql<boolean>`owner_id = any(${owners}::bigint[])`)
    .where('state', '=', 'kept')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) tx.enqueue(removeFiles, {});
}

/** After `failure`: those of them that nothing keeps go. */
export async function discardFiles(ctx: WorkCtx, files: { id: number }[], failure: unknown): Promise<void> {
  if (files.length === 0 || isOutage(failure)) return; // the commit's answer may have been lost: the sweeper knows later
  await inTenant(ctx, async (tx) => {
    const notKept = sql<boolean>`id = any(${files.map(({ id }) => id)}::bigint[]) and state in ('arriving', 'stored')`;
    await tx.db.updateTable('files').set({ state: 'dropped' }).where('company_id', '=', tx.companyId).where(notKept).execute();
    tx.enqueue(removeFiles, {});
  }).catch((err) => ctx.log.warn({ err }, 'a file that nothing keeps is left to the sweeper'));
}

const removeFiles = job('files.remove', z.object({}));

export const fileTasks = perform(removeFiles, ({ platform, actor: { companyId } }) =>
  removeDropped((work) => inCompany(platform.db, companyId, work), platform.storage, companyId),
);

/** Runs what reads or writes the rows of one company, outside of which the bytes are removed. */
type InCompany = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The bytes of a company's dropped files, then their rows. */
export async function removeDropped(inIt: InCompany, storage: Storage, companyId: number): Promise<void> {
  for (;;) {
    const dropped = await inIt((db) =>
      db
        .selectFrom('files')
        .select(['id', 'key'])
        .where('company_id', '=', companyId)
        .where('state', '=', 'dropped')
        .limit(100)
        .execute(),
    );
    if (dropped.length === 0) return;
    for (const { key } of dropped) await storage.remove(key);
    await inIt((db) =>
      db
        .deleteFrom('files')
        .where('company_id', '=', companyId)
        .where(sql<boolean>`id = any(${dropped.map(({ id }) => id)}::bigint[])`)
        .execute(),
    );
  }
}

const rowOf = (tx: Tx, id: number) => tx.db.updateTable('files').where('company_id', '=', tx.companyId).where('id', '=', id);

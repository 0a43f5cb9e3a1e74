// The table of files: what exists, what keeps each file, and how much space a company uses. The row comes before the
// bytes and goes after them, so the sweeper (fileSweep.ts) finds everything that was cut off in between.
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { sizeWords } from '#contract/kit/formats.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { type Db, inCompany, isOutage } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { job } from '#kernel/jobs/job.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import type { Config } from '#kernel/ops/config.ts';
import { getSetting, setting } from '#kernel/settings.ts';
import { typedBy, typeOf } from './fileTypes.ts';
import { type FileAt, FileGone, type Storage } from './storage.ts';

export interface StoredFile extends FileAt {
  id: number;
  /** The sender's name for it: for display, never for a path. */
  name: string;
  /** A media type, by content. */
  type: string;
}

/** A file of a multipart call. */
export interface UploadedFile extends StoredFile {
  /** The name of its field in the form. */
  field: string;
}

interface Upload {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** Expected bytes, if known: a file without space is refused before anything is stored. */
  expected?: number;
}

/**
 * Stores a file that nothing keeps yet: removed after a day if nothing keeps it. Throws `files.storage_full`,
 * StorageFailed, and errors of the content.
 */
export async function storeFile(ctx: WorkCtx, { name, content, expected = 0 }: Upload): Promise<StoredFile> {
  const { companyId, userId } = ctx.actor;
  const key = `${companyId}/${randomUUID()}`;
  let reserved = expected;
  const id = await inTenant(ctx, async (tx) => {
    const row = { company_id: companyId, key, name, size: 0, uploaded_by: userId || null }; // null: the system
    const { id } = await tx.db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow();
    await reserve(tx, ctx.platform.config, id, expected, expected);
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
      if (size > reserved) reserved = await inTenant(ctx, (tx) => reserve(tx, ctx.platform.config, id, size, size + step));
      sum.update(bytes);
      yield bytes;
    }
  }
}

/** Bytes reserved in advance for a file of unknown size. */
const step = 16 * 1024 * 1024;

/** Reserves `wanted` bytes for an arriving file, or less but at least `least`. One at a time in a company. */
async function reserve(tx: Tx, config: Limit, id: number, least: number, wanted: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('files', ${tx.companyId}::bigint))`.execute(tx.db);
  const { used, quota } = await storageOf(tx, config, id);
  const room = quota - used;
  if (room < least) throw storageFull(used, quota);
  const size = Math.min(wanted, room);
  await rowOf(tx, id).set({ size }).execute();
  return size;
}

/** Bytes that this company may store, if not as many as the installation allows each. Only the operator changes it. */
export const storageQuota = setting('files.storage_quota', z.int().min(1).nullable(), null);

type Limit = Pick<Config, 'storageQuota'>;

/** Bytes that the company stores, reservations included, and how many it may. */
export async function storageOf(tx: Tx, config: Limit, besidesFile = 0): Promise<{ used: number; quota: number }> {
  const quota = (await getSetting(tx, storageQuota)) ?? config.storageQuota;
  const { used } = await tx.db
    .selectFrom('files')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('used'))
    .where('company_id', '=', tx.companyId)
    .where('state', '<>', 'dropped')
    .where('id', '<>', besidesFile)
    .executeTakeFirstOrThrow();
  return { used, quota };
}

export const storageFull = (used: number, quota: number) =>
  fail('files.storage_full', {
    detail: `Your company’s storage is full: ${sizeWords(used)} of ${sizeWords(quota)} are used. This file does not fit.`,
    data: { used, quota },
  });

/**
 * Call in the transaction that writes the owner. `kind`: declared by the area (FileKinds); `owner`: the row's
 * id. Throws FileGone.
 */
export async function keepFile(tx: Tx, { id }: { id: number }, { kind, owner }: { kind: string; owner: number }): Promise<void> {
  const kept = { state: 'kept', kind, owner_id: owner };
  const { numUpdatedRows } = await rowOf(tx, id).set(kept).where('state', '=', 'stored').executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new FileGone();
}

/** The files of `owner`, the oldest first. */
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

/** Gives the files of one owner to another, in the transaction that writes it. */
export async function passFiles(
  tx: Tx,
  from: { kind: string; owner: number },
  to: { kind: string; owner: number },
): Promise<void> {
  await tx.db
    .updateTable('files')
    .set({ kind: to.kind, owner_id: to.owner })
    .where('company_id', '=', tx.companyId)
    .where('kind', '=', from.kind)
    .where('owner_id', '=', from.owner)
    .where('state', '=', 'kept')
    .execute();
}

/** Reads files one after another, as if they were one. From `start` up to, not including, `end`. */
export async function* readFiles(storage: Storage, files: readonly FileAt[], start: number, end: number) {
  let before = 0;
  for (const file of files) {
    const [from, to] = [Math.max(0, start - before), Math.min(file.size, end - before)];
    if (from < to) yield* storage.read(file, from, to);
    before += file.size;
  }
}

/** Removes the files of these owners, soon after this transaction commits. */
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

/** After `failure`: removes those of them that nothing keeps. */
export async function discardFiles(ctx: WorkCtx, files: { id: number }[], failure: unknown): Promise<void> {
  if (files.length === 0 || isOutage(failure)) return; // the commit's answer may be lost: the sweeper decides later
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

/** Runs statements on one company's rows; bytes are removed outside of it. */
type InCompany = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Removes the bytes of a company's dropped files, then their rows. */
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

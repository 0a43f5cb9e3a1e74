// Loading and writing import attempts. An importer sees their own, a leader those of everybody in reach.
import { sql, type Updateable } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { type ImportAttempt, type ImportForm, importStatuses, type importTabs, undoDays } from '#contract/imports.ts';
import type { Tx } from '#kernel/context.ts';
import type { ImportAttempts } from '#kernel/db/database.generated.ts';
import { pageMeta } from '#kernel/db/paging.ts';
import { type Condition, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { keepFile, listFiles, type StoredFile } from '#kernel/files/files.ts';
import { UnreadableFile } from '#tables/source.ts';
import type { Sniffed } from './imports.sniff.ts';

/** The kind of an attempt's file in `files`. */
export const importFile = 'import';

/** Started or taken over by the user; to a leader also those asked for by somebody in reach, or bringing contacts to them. */
async function isVisible(tx: Tx, of: 'me' | 'team' = 'team'): Promise<Condition> {
  const own = sql<boolean>`(a.asked_by = ${tx.actor.userId} or a.run_by = ${tx.actor.userId})`;
  if (of === 'me' || !tx.actor.has('team.lead')) return own;
  const reach = await reachOfActor(tx);
  if (reach.company) return sql`true`;
  const { ownerIds, poolIds } = reach;
  return sql`(${own} or ${isAny('a.asked_by', ownerIds)} or ${isAny('a.owner_id', ownerIds)} or ${isAny('a.pool_id', poolIds)})`;
}

const attempts = (tx: Tx) =>
  tx.db
    .selectFrom('import_attempts as a')
    .innerJoin('users as asker', (join) => join.on('asker.company_id', '=', tx.companyId).onRef('asker.id', '=', 'a.asked_by'))
    .leftJoin('users as owner', (join) => join.on('owner.company_id', '=', tx.companyId).onRef('owner.id', '=', 'a.owner_id'))
    .leftJoin('pools as pool', (join) => join.on('pool.company_id', '=', tx.companyId).onRef('pool.id', '=', 'a.pool_id'))
    .leftJoin('files as file', (join) =>
      join
        .on('file.company_id', '=', tx.companyId)
        .onRef('file.owner_id', '=', 'a.id')
        .on('file.kind', '=', importFile)
        .on('file.state', '=', 'kept'),
    )
    .where('a.company_id', '=', tx.companyId);

const name = (alias: string) => sql<string>`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;

const shown = (tx: Tx) =>
  attempts(tx).select([
    'a.id',
    'a.status',
    'a.file_name',
    'file.id as file_id',
    'a.size',
    'a.read',
    'a.created',
    'a.updated',
    'a.skipped',
    'a.rejected',
    'a.dropped',
    'a.problems',
    'a.undone',
    'a.kept',
    'a.retry_of',
    'a.sniffed',
    'a.draft_step',
    'a.form',
    'a.error',
    'a.created_at',
    'a.started_at',
    'a.finished_at',
    'a.asked_by',
    'a.run_by',
    'a.owner_id',
    'a.pool_id',
    name('asker').as('asked_by_name'),
    name('owner').as('owner_name'),
    'pool.name as pool_name',
    hasRetry(tx, sql.ref('a.id')).as('retried'),
  ]);

/** Its rejected rows have gone into another attempt, which is the one to go on with. */
const hasRetry = (tx: Tx, id: unknown) =>
  sql<boolean>`exists (select from import_attempts r where r.company_id = ${tx.companyId} and r.retry_of is not null and r.retry_of = ${id}
    and r.status not in ('draft', 'undone'))`;

type AttemptRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

export function presentAttempt({ asked_by, asked_by_name, ...row }: Omit<AttemptRow, 'sniffed'>): ImportAttempt {
  const { status, rejected, retried } = row as { status: ImportAttempt['status']; rejected: number; retried: boolean };
  const ended = hasEnded(row);
  return {
    ...row,
    status,
    problems: row.problems as ImportAttempt['problems'],
    asked_by: { id: asked_by, name: asked_by_name },
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name } : null,
    pool: row.pool_id ? { id: row.pool_id, name: row.pool_name ?? '' } : null,
    can: {
      cancel: status === 'queued' || status === 'processing',
      undo: isUndoable(row, new Date()),
      delete: ended,
      retry: canGoOn(row) || (status === 'complete' && rejected > 0 && !retried),
      rejected: rejected > 0,
    },
  };
}

type Standing = Pick<AttemptRow, 'status' | 'file_id' | 'created' | 'updated' | 'skipped' | 'form' | 'finished_at'>;

/** Whether the job acts as the user who runs the import now: a successor may have taken it over. */
export const isRunBy = ({ actor }: Tx, { run_by }: Pick<AttemptRow, 'run_by'>) => run_by === null || run_by === actor.userId;

export const hasEnded = ({ status }: Pick<Standing, 'status'>) => !['queued', 'processing', 'undoing'].includes(status);

/** From its checkpoint, as long as its file is kept. */
export const canGoOn = ({ status, file_id }: Pick<Standing, 'status' | 'file_id'>) =>
  (status === 'failed' || status === 'cancelled') && file_id !== null;

export function isUndoable(attempt: Omit<Standing, 'file_id'>, now: Date): boolean {
  const { status, created, updated, skipped, form, finished_at } = attempt;
  const tagged = (form as ImportForm | null)?.scrub_against.updated_lead_tags.length ? skipped : 0; // matched, and only tagged
  if (!['complete', 'failed', 'cancelled', 'undo_failed'].includes(status) || created + updated + tagged === 0 || !finished_at)
    return false;
  return now.getTime() - Date.parse(finished_at) < undoDays * 86_400_000;
}

export type Attempt = Omit<AttemptRow, 'sniffed' | 'form'> & { sniffed: Sniffed; form: ImportForm | null };

export async function getAttempt(tx: Tx, id: number): Promise<Attempt> {
  const row = await shown(tx)
    .where('a.id', '=', id)
    .where(await isVisible(tx))
    .executeTakeFirst();
  if (!row) throw fail('not_found');
  return row as unknown as Attempt;
}

interface AttemptsQuery {
  page: number;
  limit: number;
  filter_by: '' | 'file_name' | 'owner';
  filter_value: string;
  tab: (typeof importTabs)[number];
  of: 'me' | 'team';
}

const statusesOfTab = {
  all: importStatuses.filter((status) => status !== 'draft'),
  processing: ['queued', 'processing', 'undoing'],
  complete: ['complete', 'undone'],
  failed: ['failed', 'cancelled', 'undo_failed'],
};

export async function listAttempts(tx: Tx, { page, limit, filter_by, filter_value, tab, of }: AttemptsQuery) {
  const like = `%${escapeLike(filter_value)}%`;
  const visible = await isVisible(tx, of);
  const filtered = <Q extends ReturnType<typeof attempts>>(query: Q) => {
    const inTab = query.where('a.status', 'in', statusesOfTab[tab]).where(visible);
    if (filter_value === '' || filter_by === '') return inTab as Q;
    const column = filter_by === 'owner' ? sql`owner.first_name || ' ' || owner.last_name` : sql`a.file_name`;
    return inTab.where(sql<boolean>`fold(${column}) like fold(${like})`) as Q;
  };
  const rows = await filtered(shown(tx) as unknown as ReturnType<typeof attempts>)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { count } = await filtered(attempts(tx)).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return {
    data: (rows as unknown as AttemptRow[]).map(presentAttempt),
    meta: pageMeta({ page, limit }, count),
  };
}

/** Throws UnreadableFile where it is kept no more. */
export async function fileOf(tx: Tx, { id }: Pick<AttemptRow, 'id'>): Promise<StoredFile> {
  const [file] = await listFiles(tx, { kind: importFile, owner: id });
  if (!file) throw new UnreadableFile('This file no longer exists. Choose it again.');
  return file;
}

/** Whether its rejected rows have been tried again. Held until the transaction ends, so that they are tried once. */
export async function isRetried(tx: Tx, id: number): Promise<boolean> {
  await lockAttempt(tx, id);
  const { rows } = await sql<{ retried: boolean }>`select ${hasRetry(tx, id)} as retried`.execute(tx.db);
  return rows[0]?.retried ?? false;
}

export interface NewAttempt {
  file_name: string;
  sniffed: Sniffed;
  retry_of?: number;
}

export async function insertAttempt(tx: Tx, file: StoredFile, { sniffed, ...attempt }: NewAttempt): Promise<number> {
  const { id } = await tx.db
    .insertInto('import_attempts')
    .values({
      ...attempt,
      size: file.size,
      sniffed: JSON.stringify(sniffed),
      company_id: tx.companyId,
      asked_by: tx.actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepFile(tx, file, { kind: importFile, owner: id });
  return id;
}

export const updateAttempt = (tx: Tx, id: number, columns: Updateable<ImportAttempts>) =>
  tx.db.updateTable('import_attempts').set(columns).where('company_id', '=', tx.companyId).where('id', '=', id).execute();

/** The stored row, locked: one process at a time moves an attempt. */
export const lockAttempt = (tx: Tx, id: number) =>
  tx.db
    .selectFrom('import_attempts')
    .selectAll()
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Held until the transaction ends: an import and an undo of the company do not begin at once, for one would match what the other takes away. */
export async function isAnyAttempt(tx: Tx, statuses: ImportAttempt['status'][]): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('imports', ${tx.companyId}::bigint))`.execute(tx.db);
  const found = await tx.db
    .selectFrom('import_attempts')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('status', 'in', statuses)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Purposes of the seals (kernel/secrets/seal.ts). */
export const rejectedRow = 'rejected row';
export const rejectReason = 'reason of a rejected row';

export async function insertRejects(
  tx: Tx,
  importId: number,
  rejects: { line: number; raw: string; reason: string }[],
): Promise<void> {
  for (const page of pagesOf(rejects)) {
    await sql`
      insert into import_rejects (company_id, import_id, line, row_sealed, reason_sealed)
      select ${tx.companyId}::bigint, ${importId}::bigint, line, row_sealed, reason_sealed from unnest(
        ${page.map(({ line }) => line)}::int[], ${page.map(({ raw }) => tx.seal.seal(raw, rejectedRow, tx.companyId))}::bytea[], ${page.map(({ reason }) => tx.seal.seal(reason, rejectReason, tx.companyId))}::bytea[]
      ) r(line, row_sealed, reason_sealed) on conflict do nothing`.execute(tx.db);
  }
}

/** Long rows in several statements: each is held several times on its way. */
function* pagesOf<R extends { raw: string }>(rejects: R[]): Generator<R[]> {
  let page: R[] = [];
  let size = 0;
  for (const reject of rejects) {
    page.push(reject);
    size += reject.raw.length;
    if (size < pageSize) continue;
    yield page;
    page = [];
    size = 0;
  }
  if (page.length > 0) yield page;
}

/** Characters of a page's rows: a thousand may be a gigabyte. */
const pageSize = 2 * 1024 * 1024;

/** A page of rejected rows by line, opened: at least one where there is any, at most `limit`. */
export async function listRejects(tx: Tx, importId: number, afterLine: number, limit: number) {
  const { rows } = await sql<{ line: number; row_sealed: Buffer; reason_sealed: Buffer }>`
    select line, row_sealed, reason_sealed from (
      select line, row_sealed, reason_sealed, sum(octet_length(row_sealed)) over (order by line) - octet_length(row_sealed) as before
      from (select line, row_sealed, reason_sealed from import_rejects
        where company_id = ${tx.companyId} and import_id = ${importId} and line > ${afterLine} order by line limit ${limit}) r
    ) page where before < ${pageSize} order by line`.execute(tx.db);
  return rows.map(({ line, row_sealed, reason_sealed }) => ({
    line,
    reason: tx.seal.openKept(reason_sealed, rejectReason, tx.companyId),
    raw: tx.seal.openKept(row_sealed, rejectedRow, tx.companyId),
  }));
}

// Lists of numbers that may not be called. A list is stored as a file, and a job reads it: it counts when it is whole.
import { sql } from 'kysely';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import type { DoNotCallList, uploadDoNotCallList as UploadDoNotCallList } from '#contract/suppressions.ts';
import { audit } from '#kernel/audit.ts';
import { inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import type { FileKinds } from '#kernel/files/fileSweep.ts';
import { dropFiles, keepFile, listFiles, type StoredFile } from '#kernel/files/files.ts';
import type { Steps } from '#kernel/jobs/tasks.ts';
import { complianceJobs } from './compliance.jobs.ts';
import { tellCompliance, today } from './compliance.rules.ts';
import { personOf } from './compliance.suppressions.ts';

export const doNotCallFileKinds: FileKinds = { do_not_call_list: 'do_not_call_lists' };

export async function listDoNotCallLists(tx: Tx): Promise<{ data: DoNotCallList[] }> {
  const { rows } = await selectLists(tx, sql`true`).execute(tx.db);
  return { data: rows };
}

export async function uploadDoNotCallList(
  tx: Tx,
  file: StoredFile | undefined,
  { kind, state, as_of }: InputOf<typeof UploadDoNotCallList>['body'],
): Promise<DoNotCallList> {
  if (!file || file.size === 0) throw fail('files.empty');
  if (as_of > today(tx)) throw wrong('as_of', 'This is in the future');
  const row = { kind, state: kind === 'state' ? state : '', as_of, name: file.name, status: 'loading' };
  const { id } = await tx.db
    .insertInto('do_not_call_lists')
    .values({ ...row, company_id: tx.companyId, uploaded_by: tx.actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepFile(tx, file, { kind: 'do_not_call_list', owner: id });
  tx.enqueue(complianceJobs.load, { id });
  await audit(tx, { action: 'compliance.list_uploaded', of: { type: 'do_not_call_list', id }, after: { kind, state: row.state, as_of, name: file.name } }); // biome-ignore format: one line
  tellCompliance(tx);
  return getList(tx, id);
}

export async function removeDoNotCallList(tx: Tx, id: number): Promise<void> {
  const { name, kind, as_of } = await getList(tx, id);
  await dropList(tx, [id]);
  await audit(tx, { action: 'compliance.list_removed', of: { type: 'do_not_call_list', id }, before: { name, kind, as_of } });
  tellCompliance(tx);
}

const batchSize = 20_000;

/** Continues after the lines that are stored. The previous list of its kind counts until this one is whole. */
export async function loadDoNotCallList(ctx: WorkCtx, id: number, { signal, movedOn }: Steps): Promise<void> {
  const found = await inTenant(ctx, async (tx) => {
    const stored = await tx.db.selectFrom('do_not_call_lists').select(['status', 'lines_read']).where('company_id', '=', tx.companyId).where('id', '=', id).executeTakeFirst(); // biome-ignore format: one line
    const [file] = await listFiles(tx, { kind: 'do_not_call_list', owner: id });
    return stored?.status === 'loading' && file ? { file, from: stored.lines_read } : null;
  });
  if (!found) return; // it was removed, or it is done
  let line = 0;
  let batch: string[] = [];
  for await (const text of linesOf(ctx.platform.storage.read(found.file, 0, found.file.size))) {
    line++;
    if (line <= found.from) continue;
    batch.push(text);
    if (batch.length < batchSize) continue;
    await storeNumbers(ctx, id, batch);
    batch = [];
    await movedOn?.();
    signal.throwIfAborted();
  }
  await storeNumbers(ctx, id, batch);
  await inTenant(ctx, (tx) => finish(tx, id));
}

export const failDoNotCallList = (ctx: WorkCtx, id: number): Promise<void> =>
  inTenant(ctx, async (tx) => {
    const error = 'The file could not be read to its end. Upload it again.';
    await tx.db.updateTable('do_not_call_lists').set({ status: 'failed', error }).where('company_id', '=', tx.companyId).where('id', '=', id).where('status', '=', 'loading').execute(); // biome-ignore format: one line
    tellCompliance(tx);
  });

/** The ten digits of a line: `3055550101`, `305,5550101`, `(305) 555-0101;Rosa`. */
export function numberInLine(line: string): string {
  const [first = '', second = ''] = line.split(/[,;\t]/);
  return normalPhone(first) || normalPhone(first + second);
}

async function storeNumbers(ctx: WorkCtx, id: number, lines: string[]): Promise<void> {
  if (lines.length === 0) return;
  const numbers = lines.flatMap((line) => numberInLine(line) || []);
  const blank = lines.filter((line) => line.trim() === '').length;
  await inTenant(ctx, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      insert into do_not_call_numbers (company_id, number, list_id)
      select ${tx.companyId}::bigint, n, ${id}::bigint from unnest(${numbers}::bigint[]) n on conflict do nothing`.execute(tx.db);
    await sql`
      update do_not_call_lists set lines_read = lines_read + ${lines.length}, numbers = numbers + ${Number(numAffectedRows)},
        refused = refused + ${lines.length - blank - numbers.length}
      where company_id = ${tx.companyId} and id = ${id} and status = 'loading'`.execute(tx.db);
  });
}

async function finish(tx: Tx, id: number): Promise<void> {
  const list = await getList(tx, id);
  const none = list.numbers === 0;
  const outcome = none ? { status: 'failed', error: 'The file holds no US phone number.' } : { status: 'ready' };
  await tx.db.updateTable('do_not_call_lists').set(outcome).where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  if (!none && list.kind !== 'internal') {
    const { rows } = await sql<{ id: number }>`
      select d.id from do_not_call_lists d where d.company_id = ${tx.companyId} and d.kind = ${list.kind} and d.state = ${list.state}
        and d.id <> ${id} and d.status <> 'loading' and d.as_of <= ${list.as_of}::date`.execute(tx.db);
    await dropList(tx, rows.map((row) => row.id)); // biome-ignore format: one line
  }
  await dropFiles(tx, { kind: 'do_not_call_list', owners: [id] });
  tellCompliance(tx);
}

async function dropList(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await dropFiles(tx, { kind: 'do_not_call_list', owners: ids });
  await sql`delete from do_not_call_lists where company_id = ${tx.companyId} and id = any(${ids}::bigint[])`.execute(tx.db);
}

async function getList(tx: Tx, id: number): Promise<DoNotCallList> {
  const { rows } = await selectLists(tx, sql`d.id = ${id}`).execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

const selectLists = (tx: Tx, condition: ReturnType<typeof sql>) => sql<DoNotCallList>`
  select d.id, d.kind, d.state, d.name, d.as_of, ${today(tx)}::date - d.as_of as age, d.status, d.numbers, d.refused, d.error, d.created_at,
    ${personOf(tx, 'd.uploaded_by')} as uploaded_by
  from do_not_call_lists d where d.company_id = ${tx.companyId} and ${condition} order by d.created_at desc, d.id desc limit 200`;

/** A line that is longer than any of a list is cut: the rest of it is not kept in memory. */
const longestLine = 1000;

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, longestLine);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

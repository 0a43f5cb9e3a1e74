// Imports as the wizard walks them: look at a file, start, cancel, delete. The preview and trying again have files of their own.
import { mustKnowReferences } from '#areas/crm/contacts/contacts.service.ts';
import { mustAssignTo } from '#areas/identity/users/users.service.ts';
import type { ImportAttempt, ImportDraft, ImportForm } from '#contract/imports.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { dropFiles, type StoredFile } from '#kernel/files/files.ts';
import { readable, storedSource } from '#tables/source.ts';
import { presentDraft, withoutData } from './imports.drafts.ts';
import { importJobs } from './imports.jobs.ts';
import {
  getAttempt,
  hasEnded,
  importFile,
  insertAttempt,
  isAnyAttempt,
  isRetried,
  lockAttempt,
  presentAttempt,
  updateAttempt,
} from './imports.queries.ts';
import { getSetting } from './imports.settings.ts';
import { type Sniffed, sniffFile } from './imports.sniff.ts';
import { mustName, placeFields, referencesOf, withoutValues } from './imports.targets.ts';
import { tellProgress } from './imports.tell.ts';
import { lineOf } from './imports.text.ts';

export { importsGo, listRunningImports, passOnImports } from './imports.passOn.ts';
export { sniffFile } from './imports.sniff.ts';

export async function validateFile(ctx: Ctx, files: StoredFile[]): Promise<ImportDraft> {
  const { file, sniffed } = await look(ctx, files);
  return inTenant(ctx, async (tx) => {
    const attempt = await getAttempt(tx, await insertDraft(tx, file, sniffed));
    return presentDraft(tx, presentAttempt(attempt), sniffed);
  });
}

/** A file sent along becomes an import whole or not at all. */
export async function startImport(
  ctx: Ctx,
  { id, form }: { id?: number | undefined; form: ImportForm },
  files: StoredFile[],
): Promise<ImportAttempt> {
  if (id !== undefined) {
    mustSendNoFile(files);
    return inTenant(ctx, (tx) => start(tx, id, form));
  }
  const { file, sniffed } = await look(ctx, files);
  return inTenant(ctx, async (tx) => start(tx, await insertDraft(tx, file, sniffed), form));
}

export async function startBySetting(tx: Tx, id: number, settingId: number, files: StoredFile[]): Promise<ImportAttempt> {
  mustSendNoFile(files);
  const { form } = await getSetting(tx, settingId);
  const { sniffed } = await getAttempt(tx, id);
  const fields = placeFields(form, sniffed.headings).map((field) => ({
    ...field,
    date_order: field.date_order ?? sniffed.dateOrders?.[field.column] ?? null,
  }));
  return start(tx, id, { ...form, fields });
}

/** A validated file is there already: another one beside it would be nobody's. */
function mustSendNoFile(files: StoredFile[]): void {
  if (files.length > 0) throw wrong('import_file', 'This import has its file already');
}

async function look(ctx: Ctx, [file, ...others]: StoredFile[]): Promise<{ file: StoredFile; sniffed: Sniffed }> {
  if (!file) throw wrong('import_file', 'Choose a file');
  if (others.length > 0) throw wrong('import_file', 'Choose one file at a time');
  return { file, sniffed: await readable(() => sniffFile(storedSource(ctx.platform.storage, file))) };
}

function insertDraft(tx: Tx, file: StoredFile, sniffed: Sniffed): Promise<number> {
  tx.enqueue(importJobs.tidy, {});
  return insertAttempt(tx, file, { file_name: lineOf(file.name), sniffed: withoutData(sniffed) });
}

export async function start(tx: Tx, id: number, form: ImportForm): Promise<ImportAttempt> {
  mustName(form);
  await getAttempt(tx, id); // 404 where it is somebody else's
  const attempt = await lockAttempt(tx, id);
  if (attempt?.status !== 'draft') throw fail('imports.not_a_draft');
  if (await isAnyAttempt(tx, ['undoing'])) throw fail('imports.undo_running');
  if (attempt.retry_of !== null && (await isRetried(tx, attempt.retry_of))) throw fail('imports.nothing_to_retry');
  const pool_id = form.pool?.value ?? null;
  const owner_id = pool_id ? null : (form.owner ?? tx.actor.userId);
  await mustAssignTo(tx, { owner_id, pool_id });
  await mustKnowReferences(tx, referencesOf(form));
  await updateAttempt(tx, id, {
    status: 'queued',
    form: JSON.stringify(withoutValues(form)),
    owner_id,
    pool_id,
    run_by: tx.actor.userId,
  });
  tx.enqueue(importJobs.run, { id });
  await tellProgress(tx, { ...attempt, status: 'queued', owner_id, pool_id, run_by: tx.actor.userId });
  return presentAttempt(await getAttempt(tx, id));
}

/** The rows under way are stored first: they hold the attempt. */
export async function cancelImport(tx: Tx, id: number): Promise<ImportAttempt> {
  await getAttempt(tx, id); // 404 where it is somebody else's
  const attempt = await lockAttempt(tx, id);
  if (attempt?.status !== 'queued' && attempt?.status !== 'processing') throw fail('imports.not_running');
  await updateAttempt(tx, id, { status: 'cancelled', finished_at: tx.clock() });
  await tellProgress(tx, { ...attempt, status: 'cancelled' });
  tx.tell({ event: 'contacts.changed' }, { to: 'contacts.read' });
  return presentAttempt(await getAttempt(tx, id));
}

export async function deleteAttempt(ctx: Ctx, id: number): Promise<void> {
  await inTenant(ctx, async (tx) => {
    const attempt = await getAttempt(tx, id);
    if (!hasEnded(attempt)) throw fail('imports.not_finished');
    await tx.db.deleteFrom('import_attempts').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
    await dropFiles(tx, { kind: importFile, owners: [id] });
  });
}

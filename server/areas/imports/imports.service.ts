// Imports as the wizard walks them: look at a file, preview, start; then the attempts. Trying again is in imports.retry.ts.
import { mustKnowReferences } from '#areas/contacts/contacts.service.ts';
import { mustAssignTo } from '#areas/users/users.service.ts';
import { type ImportAttempt, type ImportDraft, type ImportForm, type ImportPreview, longestHeading } from '#contract/imports.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { dropFiles, type StoredFile } from '#kernel/files.ts';
import { guessColumns } from './imports.columns.ts';
import { askForTidying } from './imports.drafts.ts';
import { lookupsOf } from './imports.lookups.ts';
import { matchRows, withKeys } from './imports.match.ts';
import {
  fileOf,
  getAttempt,
  hasEnded,
  importFile,
  insertAttempt,
  isAnyAttempt,
  lockAttempt,
  presentAttempt,
  updateAttempt,
} from './imports.queries.ts';
import { readRows } from './imports.reader.ts';
import type { FileRow } from './imports.rows.ts';
import { findFittingSetting, getSetting } from './imports.settings.ts';
import { type Sniffed, sniffFile } from './imports.sniff.ts';
import { sortRows } from './imports.sort.ts';
import { type ImportSource, storedSource, UnreadableFile } from './imports.source.ts';
import { mustName, placeFields, takeFields, withoutValues } from './imports.targets.ts';
import { tellProgress } from './imports.tell.ts';
import { cut, lineOf } from './imports.text.ts';
import { parseRow, planOf, sentenceOf } from './imports.values.ts';

/** Rows a preview looks at, and rows it shows. */
const previewed = 1_000;
const shown = 50;
/** Characters of a value that a preview shows. */
const longestShown = 500;

export async function validateFile(ctx: Ctx, files: StoredFile[]): Promise<ImportDraft> {
  const { file, sniffed } = await look(ctx, files);
  return inTenant(ctx, async (tx) => {
    const lookups = await lookupsOf(tx);
    const { headings } = withoutData(sniffed);
    const guess = guessColumns(headings, sniffed.sampleRows, lookups);
    const setting = await findFittingSetting(tx, headings);
    const guessed = guess.fields.map((field) => ({ ...field, date_order: sniffed.dateOrders?.[field.column] ?? null }));
    const fields = (setting ? takeFields(guessed, setting.form) : guessed).map((field) => ({
      ...field,
      heading: cut(sniffed.headings[field.column] ?? '', longestHeading),
    }));
    const attempt = presentAttempt(await getAttempt(tx, await insertDraft(tx, file, sniffed)));
    return presentDraft(attempt, sniffed, { ...guess, fields }, setting?.id ?? null);
  });
}

export async function previewFile(ctx: Ctx, id: number, form: ImportForm): Promise<ImportPreview> {
  mustName(form);
  const rows = await readable(async () => {
    const { file, sniffed } = await inTenant(ctx, async (tx) => {
      await mustKnowReferences(tx, referencesOf(form));
      const attempt = await getAttempt(tx, id);
      return { file: await fileOf(tx, attempt), sniffed: attempt.sniffed };
    });
    return firstRows(storedSource(ctx.platform.storage, file), sniffed, form);
  });
  return inTenant(ctx, async (tx) => {
    const lookups = await lookupsOf(tx);
    const plan = planOf(form, lookups, tx.clock().toISOString().slice(0, 10));
    const parsed = rows.map((row) => ({ row, result: row.problem === null ? parseRow(row.cells, plan) : problemOf(row) }));
    const parsedRows = parsed.flatMap(({ row: { line }, result }) =>
      'values' in result ? [{ line, values: result.values }] : [],
    );
    const by = form.scrub_against.rule === 'create' ? [] : form.scrub_against.by;
    const good = await withKeys(tx, parsedRows, by);
    const matches = await matchRows(tx, good, by);
    const { outcomes } = sortRows(structuredClone(good), matches, form.scrub_against);
    const totals = { create: 0, update: 0, skip: 0, reject: 0 };
    const problems = new Map<string, { field: string; reason: string; count: number; example: string }>();
    const answer: ImportPreview['rows'] = [];
    for (const { row, result } of parsed) {
      const outcome = outcomes.get(row.line) ?? 'reject';
      totals[outcome]++;
      const errors = 'errors' in result ? result.errors : [];
      for (const { field, reason, value } of errors) {
        const problem = problems.get(`${field} ${reason}`) ?? { field, reason, count: 0, example: value };
        problems.set(`${field} ${reason}`, { ...problem, count: problem.count + 1 });
      }
      if (answer.length >= shown && outcome !== 'reject') continue;
      if (answer.length >= shown * 2) continue; // rejected rows beyond the first 50 are worth showing, to a point
      answer.push({
        line: row.line,
        outcome,
        values: valuesAsText(form, row, 'values' in result ? result.values : null),
        errors: Object.fromEntries(errors.map((error) => [error.field, sentenceOf(error, lookups.customFields)])),
        matches: matches.get(row.line) ?? null,
      });
    }
    return {
      rows: answer,
      looked_at: rows.length,
      totals,
      problems: [...problems.values()].sort((a, b) => b.count - a.count).slice(0, 50),
    };
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
    date_order: sniffed.dateOrders?.[field.column] ?? field.date_order ?? null,
  }));
  return start(tx, id, { ...form, fields });
}

/** A validated file is there already: another one beside it would be nobody's. */
function mustSendNoFile(files: StoredFile[]): void {
  if (files.length > 0) throw fail('invalid', { errors: { import_file: ['This import has its file already'] } });
}

async function look(ctx: Ctx, [file, ...others]: StoredFile[]): Promise<{ file: StoredFile; sniffed: Sniffed }> {
  if (!file) throw fail('invalid', { errors: { import_file: ['Choose a file'] } });
  if (others.length > 0) throw fail('invalid', { errors: { import_file: ['Choose one file at a time'] } });
  return { file, sniffed: await readable(() => sniffFile(storedSource(ctx.platform.storage, file))) };
}

function insertDraft(tx: Tx, file: StoredFile, sniffed: Sniffed): Promise<number> {
  askForTidying(tx);
  return insertAttempt(tx, file, { file_name: lineOf(file.name), sniffed: withoutData(sniffed) });
}

export async function start(tx: Tx, id: number, form: ImportForm): Promise<ImportAttempt> {
  mustName(form);
  await getAttempt(tx, id); // 404 where it is somebody else's
  const attempt = await lockAttempt(tx, id);
  if (attempt?.status !== 'draft') throw fail('imports.not_a_draft');
  if (await isAnyAttempt(tx, ['undoing'])) throw fail('imports.undo_running');
  const pool_id = form.pool?.value ?? null;
  const owner_id = pool_id ? null : (form.owner ?? tx.actor.userId);
  await mustAssignTo(tx, { owner_id, pool_id });
  await mustKnowReferences(tx, referencesOf(form));
  await updateAttempt(tx, id, { status: 'queued', form: JSON.stringify(withoutValues(form)), owner_id, pool_id });
  tx.enqueue('imports.run', { id });
  await tellProgress(tx, { ...attempt, status: 'queued', owner_id, pool_id });
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

async function firstRows(source: ImportSource, { layout }: Sniffed, { has_headings }: ImportForm): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of readRows(source, layout)) {
    rows.push(...batch.rows);
    if (rows.length > previewed) break;
  }
  return rows.slice(has_headings ? 1 : 0, previewed + (has_headings ? 1 : 0));
}

/** What each mapped cell becomes, as text; what it was, where the row is rejected. */
function valuesAsText(form: ImportForm, row: FileRow, values: object | null): Record<string, string> {
  const entries = form.fields.flatMap(({ field, column }): [string, string][] => {
    if (field === null) return [];
    const stored = values && (values as Record<string, unknown>)[field];
    const sealed = field === 'medicare_number';
    const text = typeof stored === 'string' || typeof stored === 'boolean' ? String(stored) : (row.cells[column] ?? '');
    return [[field, sealed && text ? `••••${text.slice(-4)}` : cut(text, longestShown)]];
  });
  return Object.fromEntries(entries);
}

const referencesOf = ({ status_id, source_id }: ImportForm) => ({ status_id, source_id });

const problemOf = (row: FileRow) => ({ errors: [{ field: 'row' as const, reason: row.problem ?? '', heading: '', value: '' }] });

/** The sample, and a first line of data, are for this answer alone: a file's values are not kept in the attempt's row. */
const withoutData = (sniffed: Sniffed): Sniffed => ({
  ...sniffed,
  headings: sniffed.hasHeadings ? sniffed.headings : sniffed.headings.map(() => ''),
  sampleRows: [],
});

function presentDraft(
  attempt: ImportAttempt,
  sniffed: Sniffed,
  guess: ReturnType<typeof guessColumns>,
  setting_id: number | null,
): ImportDraft {
  const { layout, hasHeadings, rowsEstimate, warnings } = sniffed;
  return {
    ...attempt,
    format: layout.format,
    encoding: layout.format === 'csv' ? layout.encoding : null,
    delimiter: layout.format === 'csv' ? layout.delimiter : null,
    has_headings: hasHeadings,
    fields: guess.fields,
    setting_id,
    recognised: guess.recognised,
    rows_estimate: rowsEstimate,
    warnings,
  };
}

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableFile) throw fail(error.code, { detail: error.reason });
    throw error;
  }
}

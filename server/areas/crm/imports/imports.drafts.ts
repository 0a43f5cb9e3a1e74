// Looked-at files that nobody has started: listed, gone on with, and removed after a while, for each is on our disk.
import { sql } from 'kysely';
import type { ImportDraftRow, SavedImportDraft } from '#contract/importDrafts.ts';
import { type ImportAttempt, type ImportDraft, ImportForm, longestHeading } from '#contract/imports.ts';
import { type Ctx, inTenant, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { dropFiles } from '#kernel/files/files.ts';
import { getSetting } from '#kernel/settings.ts';
import { firstRows } from '#tables/reader.ts';
import { readable, storedSource } from '#tables/source.ts';
import { guessColumns } from './imports.columns.ts';
import { lookupsOf } from './imports.lookups.ts';
import { draftDays } from './imports.officeSettings.ts';
import { type Attempt, fileOf, getAttempt, importFile, lockAttempt, presentAttempt, updateAttempt } from './imports.queries.ts';
import { findFittingSetting } from './imports.settings.ts';
import type { Sniffed } from './imports.sniff.ts';
import { takeFields, withoutValues } from './imports.targets.ts';
import { cut, lineOf } from './imports.text.ts';

const day = 24 * 3_600_000;
/** Drafts that a person may have. */
const maxDrafts = 10;

export async function listDrafts(tx: Tx): Promise<{ data: ImportDraftRow[] }> {
  const rows = await ownDrafts(tx)
    .select(['id', 'file_name', 'size', 'draft_step', 'created_at', 'sniffed'])
    .orderBy('id', 'desc')
    .limit(maxDrafts)
    .execute();
  const data = rows.map(({ draft_step, sniffed, ...row }) => ({
    ...row,
    step: draft_step as ImportDraftRow['step'],
    rows_estimate: (sniffed as unknown as Sniffed).rowsEstimate,
  }));
  return { data };
}

/** The file's first values are read again: they are not kept. */
export async function getDraft(ctx: Ctx, id: number): Promise<SavedImportDraft> {
  const attempt = await inTenant(ctx, (tx) => getOwnDraft(tx, id));
  const { sniffed } = attempt;
  const rows = await readable(async () => {
    const source = storedSource(ctx.platform.storage, await inTenant(ctx, (tx) => fileOf(tx, attempt)));
    return firstRows(source, sniffed.layout, sniffed.hasHeadings, sampled);
  });
  const width = sniffed.headings.length || Math.max(...rows.map(({ cells }) => cells.length));
  const sampleRows = rows.map(({ cells }) => cells.slice(0, width));
  // Without headings the first line stands in their place: the user may say that it holds some.
  const first = sniffed.hasHeadings ? sniffed.headings : (sampleRows[0] ?? []).map((cell) => lineOf(cell));
  const headings = Array.from({ length: width }, (_, column) => first[column] ?? '');
  const draft = await inTenant(ctx, (tx) => presentDraft(tx, presentAttempt(attempt), { ...sniffed, headings, sampleRows }));
  const form = attempt.form && ImportForm.parse(attempt.form);
  return { ...draft, form, step: attempt.draft_step as SavedImportDraft['step'] };
}
const sampled = 100;

export async function saveDraft(tx: Tx, id: number, form: ImportForm, step: SavedImportDraft['step']): Promise<{ id: number }> {
  await getOwnDraft(tx, id);
  const attempt = await lockAttempt(tx, id);
  if (attempt?.status !== 'draft') throw fail('imports.not_a_draft'); // started meanwhile, in another window
  await updateAttempt(tx, id, { form: JSON.stringify(withoutValues(form)), draft_step: step });
  return { id };
}

const ownDrafts = (tx: Tx) =>
  tx.db
    .selectFrom('import_attempts')
    .where('company_id', '=', tx.companyId)
    .where('asked_by', '=', tx.actor.userId)
    .where('status', '=', 'draft');

async function getOwnDraft(tx: Tx, id: number): Promise<Attempt> {
  const attempt = await getAttempt(tx, id);
  if (attempt.asked_by !== tx.actor.userId) throw fail('not_found');
  if (attempt.status !== 'draft') throw fail('imports.not_a_draft');
  return attempt;
}

/** Its columns go where saved settings for such a file say, else where they seem to belong. */
export async function presentDraft(tx: Tx, attempt: ImportAttempt, sniffed: Sniffed): Promise<ImportDraft> {
  const { layout, hasHeadings, rowsEstimate, warnings, sampleRows } = sniffed;
  const { headings } = withoutData(sniffed);
  const guess = guessColumns(headings, sampleRows, await lookupsOf(tx));
  const setting = await findFittingSetting(tx, headings);
  const guessed = guess.fields.map((field) => ({ ...field, date_order: sniffed.dateOrders?.[field.column] ?? null }));
  const fields = setting ? takeFields(guessed, setting.form) : guessed;
  return {
    ...attempt,
    format: layout.format,
    encoding: layout.format === 'csv' ? layout.encoding : null,
    delimiter: layout.format === 'csv' ? layout.delimiter : null,
    has_headings: hasHeadings,
    fields: fields.map((field) => ({ ...field, heading: cut(sniffed.headings[field.column] ?? '', longestHeading) })),
    setting_id: setting?.id ?? null,
    recognised: guess.recognised,
    rows_estimate: rowsEstimate,
    warnings,
  };
}

/** The sample, and a first line of data, are for an answer alone: a file's values are not kept in the attempt's row. */
export const withoutData = (sniffed: Sniffed): Sniffed => ({
  ...sniffed,
  headings: sniffed.hasHeadings ? sniffed.headings : sniffed.headings.map(() => ''),
  sampleRows: [],
});

/** All of the company's, every night, and with every new draft for those beyond the newest. A draft that somebody changed stays for longer. */
export async function tidyDrafts(ctx: WorkCtx): Promise<void> {
  await inTenant(ctx, async (tx) => {
    const before = (days: number) => new Date(tx.clock().getTime() - days * day);
    const longest = await getSetting(tx, draftDays);
    const gone = await tx.db
      .deleteFrom('import_attempts')
      .where('company_id', '=', tx.companyId)
      .where('status', '=', 'draft')
      .where(
        sql<boolean>`(created_at < ${before(longest)} or (created_at < ${before(1)} and form is null) or id in (
          select id from (select id, row_number() over (partition by asked_by order by id desc) as place from import_attempts
            where company_id = ${tx.companyId} and status = 'draft') drafts where place > ${maxDrafts}))`,
      )
      .returning('id')
      .execute();
    await dropFiles(tx, { kind: importFile, owners: gone.map(({ id }) => id) });
  });
}

// Trying again: a failed attempt goes on from its checkpoint; the rejected rows of a finished one become an attempt of their own, once.
import { mustAssignTo } from '#areas/identity/users/users.service.ts';
import { type ImportAttempt, ImportForm } from '#contract/imports.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { discardFiles, storeFile } from '#kernel/files/files.ts';
import { lineEnds } from '#tables/csv.ts';
import { importJobs } from './imports.jobs.ts';
import {
  type Attempt,
  canGoOn,
  getAttempt,
  hasEnded,
  insertAttempt,
  isAnyAttempt,
  lockAttempt,
  presentAttempt,
  updateAttempt,
} from './imports.queries.ts';
import { delimiterOf, headingsOf, rejectedInOrder } from './imports.rejects.ts';
import { start } from './imports.service.ts';
import { tellProgress } from './imports.tell.ts';

export async function retryImport(ctx: Ctx, id: number): Promise<ImportAttempt> {
  const attempt = await inTenant(ctx, (tx) => getAttempt(tx, id));
  if (canGoOn(attempt)) return inTenant(ctx, (tx) => goOn(tx, id));
  return withRejectedRows(ctx, attempt, start);
}

/** The rejected rows as a draft: they can be checked and corrected before they are tried. */
export async function draftRejected(ctx: Ctx, id: number): Promise<ImportAttempt> {
  const attempt = await inTenant(ctx, (tx) => getAttempt(tx, id));
  return withRejectedRows(ctx, attempt, async (tx, draft, form) => {
    await updateAttempt(tx, draft, { form: JSON.stringify(form), draft_step: 'check' });
    tx.enqueue(importJobs.tidy, {});
    return presentAttempt(await getAttempt(tx, draft));
  });
}

type Use = (tx: Tx, draft: number, form: ImportForm) => Promise<ImportAttempt>;

async function withRejectedRows(ctx: Ctx, attempt: Attempt, use: Use): Promise<ImportAttempt> {
  const { id, sniffed, file_name, rejected } = attempt;
  const form = formToRetry(attempt);
  const lines = new Map<number, number>();
  const file = await storeFile(ctx, { name: file_name, content: rejectedText(ctx, attempt, form, lines) });
  const layout = { format: 'csv', encoding: 'utf-8', delimiter: delimiterOf(sniffed) } as const;
  try {
    return await inTenant(ctx, async (tx) => {
      await lockAttempt(tx, id);
      formToRetry(await getAttempt(tx, id)); // somebody else may have been faster
      const draft = await insertAttempt(tx, file, {
        file_name,
        sniffed: {
          ...sniffed,
          layout,
          headings: headingsOf(attempt),
          hasHeadings: form.has_headings,
          rowsEstimate: rejected,
          warnings: [],
        },
        retry_of: id,
      });
      return use(tx, draft, { ...form, corrections: movedCorrections(form, lines) });
    });
  } catch (error) {
    await discardFiles(ctx, [file], error);
    throw error;
  }
}

/** With the settings of the first attempt, for any user who retries it. */
function formToRetry(attempt: Attempt) {
  const { status, form, owner_id, pool_id, rejected, retried } = attempt;
  if (!hasEnded(attempt)) throw fail('imports.not_finished');
  if (status !== 'complete' || rejected === 0 || !form || retried) throw fail('imports.nothing_to_retry');
  return { ...ImportForm.parse(form), owner: owner_id, pool: pool_id === null ? null : { value: pool_id } };
}

/** The rejected rows under the headings of their file. `lines` is told where each line has gone. */
async function* rejectedText(ctx: Ctx, attempt: Attempt, form: ImportForm, lines: Map<number, number>) {
  const line = (text: string) => Buffer.from(`${text}\r\n`);
  const delimiter = delimiterOf(attempt.sniffed);
  const headings = headingsOf(attempt)
    .map((heading) => `"${heading.replaceAll('"', '""')}"`)
    .join(delimiter);
  if (form.has_headings) yield line(headings);
  let next = form.has_headings ? 2 : 1;
  for await (const { line: before, raw } of rejectedInOrder(ctx, attempt.id)) {
    lines.set(before, next);
    next += lineEnds(raw) + 1;
    yield line(raw);
  }
}

const movedCorrections = ({ corrections }: ImportForm, lines: Map<number, number>) =>
  corrections.flatMap((correction) => {
    const line = correction.line === null ? null : lines.get(correction.line);
    return line === undefined ? [] : [{ ...correction, line }];
  });

async function goOn(tx: Tx, id: number): Promise<ImportAttempt> {
  await lockAttempt(tx, id);
  const attempt = await getAttempt(tx, id);
  if (!canGoOn(attempt)) throw fail('imports.nothing_to_retry');
  if (await isAnyAttempt(tx, ['undoing'])) throw fail('imports.undo_running');
  await mustAssignTo(tx, attempt);
  await updateAttempt(tx, id, { status: 'queued', error: null, finished_at: null, run_by: tx.actor.userId });
  tx.enqueue(importJobs.run, { id });
  await tellProgress(tx, { ...attempt, status: 'queued', run_by: tx.actor.userId });
  return presentAttempt(await getAttempt(tx, id));
}

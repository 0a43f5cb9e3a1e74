// Trying again: a failed attempt goes on from its checkpoint; the rejected rows of a finished one become an attempt of their own, once.
import { mustAssignTo } from '#areas/users/users.service.ts';
import type { ImportAttempt } from '#contract/imports.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { discardFiles, storeFile } from '#kernel/files.ts';
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
import { delimiterOf, headingsOf, rejectedText } from './imports.rejects.ts';
import { start } from './imports.service.ts';
import { tellProgress } from './imports.tell.ts';

export async function retryImport(ctx: Ctx, id: number): Promise<ImportAttempt> {
  const attempt = await inTenant(ctx, (tx) => getAttempt(tx, id));
  if (canGoOn(attempt)) return inTenant(ctx, (tx) => goOn(tx, id));
  const form = formToRetry(attempt);
  const file = await storeFile(ctx, { name: attempt.file_name, content: rejectedText(ctx, id) });
  const layout = { format: 'csv', encoding: 'utf-8', delimiter: delimiterOf(attempt.sniffed) } as const;
  try {
    return await inTenant(ctx, async (tx) => {
      await lockAttempt(tx, id);
      formToRetry(await getAttempt(tx, id)); // somebody else may have been faster
      const retry = await insertAttempt(tx, file, {
        file_name: attempt.file_name,
        sniffed: { ...attempt.sniffed, layout, headings: headingsOf(attempt), hasHeadings: false },
        retry_of: id,
      });
      return start(tx, retry, form);
    });
  } catch (error) {
    await discardFiles(ctx, [file], error);
    throw error;
  }
}

/** As the attempt ran, whoever tries it again. */
function formToRetry(attempt: Attempt) {
  const { status, form, owner_id, pool_id, rejected, retried } = attempt;
  if (!hasEnded(attempt)) throw fail('imports.not_finished');
  if (status !== 'complete' || rejected === 0 || !form || retried) throw fail('imports.nothing_to_retry');
  return { ...form, owner: owner_id, pool: pool_id === null ? null : { value: pool_id }, has_headings: false };
}

async function goOn(tx: Tx, id: number): Promise<ImportAttempt> {
  await lockAttempt(tx, id);
  const attempt = await getAttempt(tx, id);
  if (!canGoOn(attempt)) throw fail('imports.nothing_to_retry');
  if (await isAnyAttempt(tx, ['undoing'])) throw fail('imports.undo_running');
  await mustAssignTo(tx, attempt);
  await updateAttempt(tx, id, { status: 'queued', error: null, finished_at: null });
  tx.enqueue('imports.run', { id });
  await tellProgress(tx, { ...attempt, status: 'queued' });
  return presentAttempt(await getAttempt(tx, id));
}

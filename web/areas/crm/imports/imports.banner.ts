// When the user who started an import leaves its page, a notice shows its progress.

import { call } from '#app/api.ts';
import { onImportProgress } from '#app/cable.ts';
import { createFollowing } from '#app/longWork.tsx';
import { notice } from '#app/notices.tsx';
import { openProcess, type Process } from '#app/processes.ts';
import { isMe } from '#app/session.ts';
import { cancelImport, type ImportAttempt } from '#contract/imports.ts';
import { attemptQuery } from './imports.api.ts';
import { counted, isRunning, result, rowsDone, shareOf, stateOf, summary, undoSummary } from './imports.labels.ts';
import { getDraft } from './wizard/imports.draft.ts';

const shown = new Set<number>();

const { follow, Following } = createFollowing({
  query: attemptQuery,
  hasEnded: (attempt) => !isRunning(attempt),
  show: (attempt) => (shown.has(attempt.id) || !isOnScreen(attempt.id)) && show(attempt),
});

export const ImportFollowing = Following;

onImportProgress(({ id, asker_id, status }) => {
  if (isMe(asker_id) && status !== 'queued') follow(id);
});

/** Left while it runs: the banner need not wait for the next message. */
export function followAway(attempt: ImportAttempt) {
  if (!isRunning(attempt) || !isMe(attempt.asked_by?.id) || isOnScreen(attempt.id)) return;
  show(attempt);
  follow(attempt.id);
}

function show(attempt: ImportAttempt) {
  shown.add(attempt.id);
  const running = isRunning(attempt);
  openProcess({
    id: `import:${attempt.id}`,
    status: stateOf(attempt).color === 'red' ? 'failed' : states[attempt.status],
    text: textOf(attempt),
    ...(running && { share: shareOf(attempt) }),
    ...(attempt.status === 'processing' && { onCancel: () => void stop(attempt.id) }),
    link: { href: `/imports/${attempt.id}`, text: running ? 'Watch' : 'See the result' },
  });
}

const states: Record<ImportAttempt['status'], Process['status']> = {
  draft: 'processing',
  queued: 'processing',
  processing: 'processing',
  undoing: 'processing',
  complete: 'complete',
  undone: 'complete',
  failed: 'failed',
  undo_failed: 'failed',
  cancelled: 'cancelled',
};

const stop = (id: number) => call(cancelImport, { params: { id } }).catch(notice.failed);

/** Its own page shows more; the wizard leads there. */
const isOnScreen = (id: number) =>
  location.pathname === `/imports/${id}` || (location.pathname === '/imports/new' && getDraft()?.file.id === id);

function textOf(attempt: ImportAttempt): string {
  const { file_name, status } = attempt;
  const rows = counted(rowsDone(attempt), 'row');
  if (status === 'failed') return `The import of ${file_name} failed after ${rows}`;
  if (status === 'cancelled') return `The import of ${file_name} was stopped after ${rows}`;
  if (status === 'complete')
    return stateOf(attempt).color === 'red' ? `${file_name}: ${result(attempt)}` : `Imported ${file_name}: ${summary(attempt)}`;
  if (status === 'undoing') return `Undoing the import of ${file_name}: ${undoSummary(attempt)}`;
  if (status === 'undo_failed') return `Undoing the import of ${file_name} failed: ${undoSummary(attempt)}`;
  if (status === 'undone') return `Undid the import of ${file_name}: ${undoSummary(attempt)}`;
  return `Importing ${file_name}: ${rows} so far`;
}

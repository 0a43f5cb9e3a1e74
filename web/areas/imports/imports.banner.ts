// One may leave the page of an import: a banner goes on showing how far it is, to the person who started it.
import type { ImportProgress } from '#contract/cable.ts';
import { getImportAttempt, type ImportAttempt } from '#contract/imports.ts';
import { call } from '../../app/api.ts';
import { onImportProgress } from '../../app/cable.ts';
import { openProcess } from '../../app/processes.ts';
import { queryClient } from '../../app/queries.ts';
import { meQuery } from '../../app/session.ts';
import { getDraft } from './imports.draft.ts';
import { counted, isRunning, rowsDone, shareOf, summary } from './imports.words.ts';

/** The file's name of an import of one's own; null for a colleague's. Asked once for each. */
const names = new Map<number, Promise<string | null>>();
const shown = new Set<number>();

onImportProgress((progress) => {
  if (progress.status !== 'queued') void follow(progress);
});

/** Left while it runs: the banner need not wait for the next message. */
export function followAway(attempt: ImportAttempt) {
  if (isRunning(attempt) && isMine(attempt) && !isOnScreen(attempt.id)) show(attempt.file_name, attempt);
}

async function follow(progress: ImportProgress) {
  const name = names.get(progress.id) ?? nameOf(progress.id);
  names.set(progress.id, name);
  const file = await name;
  if (file !== null && (shown.has(progress.id) || !isOnScreen(progress.id))) show(file, progress);
}

function show(file: string, progress: ImportProgress) {
  shown.add(progress.id);
  const running = isRunning(progress);
  openProcess({
    id: `import:${progress.id}`,
    status: progress.status === 'draft' || progress.status === 'queued' ? 'processing' : progress.status,
    text: textOf(file, progress),
    ...(running && { share: shareOf(progress) }),
    link: { href: `/imports/${progress.id}`, text: running ? 'Watch' : 'See the result' },
  });
}

/** Its own page shows more than a banner could; the wizard is on its way there. */
const isOnScreen = (id: number) =>
  location.pathname === `/imports/${id}` || (location.pathname === '/imports/new' && getDraft()?.file.id === id);

const isMine = ({ asked_by }: ImportAttempt) => asked_by?.id === queryClient.getQueryData(meQuery.queryKey)?.id;

async function nameOf(id: number): Promise<string | null> {
  try {
    const attempt = await call(getImportAttempt, { params: { id } });
    return isMine(attempt) ? attempt.file_name : null;
  } catch {
    return null;
  }
}

function textOf(file: string, progress: ImportProgress): string {
  if (progress.status === 'failed') return `The import of ${file} failed after ${counted(rowsDone(progress), 'row')}`;
  if (progress.status === 'complete') return `Imported ${file}: ${summary(progress)}`;
  return `Importing ${file}: ${counted(rowsDone(progress), 'row')} so far`;
}

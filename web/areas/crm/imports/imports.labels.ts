// How imports are spoken of: amounts, states, and what a file is.
import type { ImportAttempt, ImportDraft, importTabs } from '#contract/imports.ts';
import type { Tone } from '#ui/Dot.tsx';
import type { Outcome } from './wizard/imports.preview.ts';

export const amount = (number: number) => number.toLocaleString('en-US');

/** `counted(1, 'row')` is “1 row”. */
export const counted = (number: number, word: string) => `${amount(number)} ${word}${number === 1 ? '' : 's'}`;

/** Seconds as a person says them. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return counted(Math.round(seconds), 'second');
  return seconds < 5400 ? counted(Math.round(seconds / 60), 'minute') : counted(Math.round(seconds / 3600), 'hour');
}

type Counts = Pick<ImportAttempt, 'created' | 'updated' | 'skipped' | 'rejected'>;
type Ended = Counts & Pick<ImportAttempt, 'status' | 'dropped'>;

export const rowsDone = ({ created, updated, skipped, rejected }: Counts) => created + updated + skipped + rejected;

export const isRunning = ({ status }: Pick<ImportAttempt, 'status'>) =>
  status === 'queued' || status === 'processing' || status === 'undoing';

/** 0 to 1: how much of the file is read, or how many of its contacts are undone. */
export function shareOf(attempt: Pick<ImportAttempt, 'status' | 'read' | 'size' | 'undone' | 'kept'> & Counts): number {
  const { status, read, size, created, updated, undone, kept } = attempt;
  const [done, all] = status === 'undoing' ? [undone + kept, created + updated] : [read, size];
  return all > 0 ? Math.min(done / all, 1) : 0;
}

/** “980 new, 12 updated, 3 rejected”: what there is none of is not said. */
export function summary({ created, updated, skipped, rejected }: Counts): string {
  const parts = [
    [created, 'new'],
    [updated, 'updated'],
    [skipped, 'skipped'],
    [rejected, 'rejected'],
  ] as const;
  return (
    parts
      .filter(([number]) => number > 0)
      .map(([number, word]) => `${amount(number)} ${word}`)
      .join(', ') || 'no rows'
  );
}

/** The result of a complete import, failures included: “793 new contacts imported, 207 rows rejected”. */
export function result({ created, updated, skipped, rejected, dropped }: Omit<Ended, 'status'>): string {
  const done = [
    created > 0 && `${counted(created, 'new contact')} imported`,
    updated > 0 && `${counted(updated, created > 0 ? 'other' : 'contact')} updated`,
  ].filter(Boolean);
  const failed = [
    rejected > 0 && (done.length + skipped > 0 ? `${counted(rejected, 'row')} rejected` : noneOf(rejected)),
    dropped > 0 && `${counted(dropped, 'value')} left out`,
  ].filter(Boolean);
  if (done.length === 0 && skipped > 0) done.push('Nothing new: these contacts are there already');
  return [...done, ...failed].join(', ') || 'No contact was imported';
}

const noneOf = (rows: number) =>
  rows === 1 ? 'Nothing imported: the row is rejected' : `Nothing imported: all ${amount(rows)} rows are rejected`;

/** How an import ended. Complete is only what left nothing behind. */
export function stateOf(attempt: Ended): { title: string; color: Tone } {
  const { status, rejected } = attempt;
  if (status !== 'complete' || rejected === 0) return statusWords[status];
  return rejected === rowsDone(attempt)
    ? { title: 'Nothing imported', color: 'red' }
    : { title: 'Partly imported', color: 'orange' };
}

/** “2,990 contacts taken back, 10 left as they are”. */
export const undoSummary = ({ undone, kept }: Pick<ImportAttempt, 'undone' | 'kept'>) =>
  `${counted(undone, 'contact')} taken back${kept > 0 ? `, ${amount(kept)} left as ${kept === 1 ? 'it is' : 'they are'}` : ''}`;

export const statusWords: Record<ImportAttempt['status'], { title: string; color: Tone }> = {
  draft: { title: 'Not started', color: 'gray' },
  queued: { title: 'Waiting', color: 'gray' },
  processing: { title: 'Importing', color: 'blue' },
  complete: { title: 'Complete', color: 'green' },
  failed: { title: 'Failed', color: 'red' },
  cancelled: { title: 'Stopped', color: 'gray' },
  undoing: { title: 'Undoing', color: 'blue' },
  undone: { title: 'Undone', color: 'gray' },
  undo_failed: { title: 'Undo failed', color: 'red' },
};

export const outcomeWords: Record<Outcome, { title: string; color: Tone; counted: string }> = {
  create: { title: 'New', color: 'green', counted: 'new' },
  update: { title: 'Update', color: 'blue', counted: 'to update' },
  skip: { title: 'Skip', color: 'gray', counted: 'to skip' },
  reject: { title: 'Reject', color: 'red', counted: 'rejected' },
};

const systems: Record<string, string> = {
  google: 'Google Contacts',
  outlook: 'Outlook',
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  vendor: 'a lead vendor',
};

/** Null where no system is recognised. */
export const systemName = (recognised: string | null) => recognised && (systems[recognised] ?? recognised);

const delimiters: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** “CSV, commas, UTF-8”. */
export function formatWords({ format, delimiter, encoding }: Pick<ImportDraft, 'format' | 'delimiter' | 'encoding'>): string {
  if (format === 'xlsx') return 'Excel workbook';
  return ['CSV', delimiter && (delimiters[delimiter] ?? `“${delimiter}”`), encoding?.toUpperCase()].filter(Boolean).join(', ');
}

/** Rows of data in a file; larger files are not counted to their end. */
export function rowWords({ size, rows_estimate, has_headings }: ImportDraft, takesHeadings: boolean): string {
  const rows = rows_estimate + Number(has_headings) - Number(takesHeadings);
  return size <= 2 * 1024 * 1024 ? counted(rows, 'row') : `about ${counted(rows, 'row')}`;
}

export const tabWords: Record<(typeof importTabs)[number], string> = {
  all: 'All',
  processing: 'Running',
  complete: 'Complete',
  failed: 'Failed',
};

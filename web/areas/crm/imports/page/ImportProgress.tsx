// An import's progress: bytes, rows by outcome, rows a second; at its end, the result.
import { useEffect, useState } from 'react';
import type { ImportAttempt } from '#contract/imports.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import type { Tone } from '#ui/Dot.tsx';
import { ResultSummary } from '#ui/ResultSummary.tsx';
import { amount, counted, duration, isRunning, result, rowsDone, shareOf, stateOf, undoSummary } from '../imports.labels.ts';

const kinds = [
  ['created', 'New', 'green'],
  ['updated', 'Updated', 'blue'],
  ['skipped', 'Skipped', 'gray'],
  ['rejected', 'Rejected', 'red'],
  ['dropped', 'Values left out', 'yellow'],
] as const satisfies [keyof ImportAttempt, string, Tone][];

export function ImportProgress({ attempt }: { attempt: ImportAttempt }) {
  const running = isRunning(attempt);
  const rate = useRate(attempt);
  const done = rowsDone(attempt);
  return (
    <ResultSummary
      state={attempt.status}
      headline={headline(attempt)}
      tone={running ? undefined : stateOf(attempt).color}
      progress={
        running
          ? {
              label: attempt.status === 'undoing' ? 'How much of the import is undone' : 'How much of the file is read',
              share: shareOf(attempt),
              isWaiting: attempt.status === 'queued',
            }
          : undefined
      }
      text={isUndo(attempt) ? undoSummary(attempt) : paceOf(attempt, rate)}
      hint={running ? 'You may leave this page: a notice in the corner shows how far it is.' : undefined}
      error={
        attempt.error
          ? {
              title: attempt.error,
              text: attempt.status === 'undo_failed' ? undoSummary(attempt) : done > 0 ? goesOn : 'Nothing was imported.',
            }
          : undefined
      }
      counts={kinds
        .filter(([key]) => key !== 'dropped' || attempt.dropped > 0)
        .map(([key, word, tone]) => ({ word, tone, figure: amount(attempt[key]) }))}
    />
  );
}

const goesOn = 'Imported rows stay. Continue starts where it stopped; no row is imported twice.';

const isUndo = ({ status }: ImportAttempt) => status === 'undoing' || status === 'undone';

function paceOf(attempt: ImportAttempt, rate: number | undefined): string {
  const parts = [
    isRunning(attempt) && `${sizeWords(attempt.read)} of ${sizeWords(attempt.size)}`,
    counted(rowsDone(attempt), 'row'),
    rate !== undefined && `${amount(Math.round(rate))} rows a second`,
    !isRunning(attempt) && tookOf(attempt),
  ];
  return parts.filter(Boolean).join(' · ');
}

function headline(attempt: ImportAttempt): string {
  if (attempt.status === 'queued') return 'Waiting to start';
  if (attempt.status === 'processing') return `Importing, ${Math.floor(shareOf(attempt) * 100)} % done`;
  if (attempt.status === 'failed') return 'The import failed';
  if (attempt.status === 'cancelled') return 'The import was stopped';
  if (attempt.status === 'undoing') return `Undoing the import, ${Math.floor(shareOf(attempt) * 100)} % done`;
  if (attempt.status === 'undone') return 'The import is undone';
  if (attempt.status === 'undo_failed') return 'The import is partly undone';
  return result(attempt);
}

const secondsOf = ({ started_at, finished_at }: ImportAttempt) =>
  started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : undefined;

function tookOf(attempt: ImportAttempt): string {
  const seconds = secondsOf(attempt);
  return seconds === undefined ? 'not started' : `in ${duration(seconds)}`;
}

/** Rows a second: over the whole once it is done, since this page opened while it runs. The two clocks need not agree. */
function useRate(attempt: ImportAttempt): number | undefined {
  const rows = rowsDone(attempt);
  const [began] = useState(() => ({ rows, at: performance.now() }));
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    const seconds = (performance.now() - began.at) / 1000;
    if (rows > began.rows && seconds > 0) setRate((rows - began.rows) / seconds);
  }, [rows, began]);
  if (isRunning(attempt)) return rate;
  const took = secondsOf(attempt);
  return took && took >= 1 ? rows / took : undefined;
}

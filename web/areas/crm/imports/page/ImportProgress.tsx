// How far an import is: bytes, rows by what became of them, rows a second; at its end, what came of it.
import { Alert, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportAttempt } from '#contract/imports.ts';
import { Dot, type Tone } from '#ui/Dot.tsx';
import {
  amount,
  bytes,
  counted,
  duration,
  isRunning,
  result,
  rowsDone,
  shareOf,
  stateOf,
  undoSummary,
} from '../imports.labels.ts';
import classes from './ImportPage.module.css';

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
  const headlineRef = useRef<HTMLParagraphElement>(null);
  const before = useRef(attempt.status);
  useEffect(() => {
    if (before.current === attempt.status) return;
    before.current = attempt.status;
    // The button that was pressed may have gone with the old state.
    if (document.activeElement === document.body) headlineRef.current?.focus({ preventScroll: true });
  });
  return (
    <>
      <div className={classes.state}>
        <Text ref={headlineRef} tabIndex={-1} w="fit-content" size="lg" fw={600} role="status" className={classes.headline}>
          {!running && <Dot tone={stateOf(attempt).color} />}
          {headline(attempt)}
        </Text>
        {running && (
          <Progress
            className={classes.bar}
            value={shareOf(attempt) * 100}
            size="lg"
            animated={attempt.status === 'queued'}
            aria-label={attempt.status === 'undoing' ? 'How much of the import is undone' : 'How much of the file is read'}
          />
        )}
        <Text c="dimmed" className="figures">
          {isUndo(attempt) ? undoSummary(attempt) : <Pace attempt={attempt} rate={rate} />}
        </Text>
        {running && <Text c="dimmed">You may leave this page: a notice at the top goes on showing how far it is.</Text>}
      </div>
      {attempt.error && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size="1.1rem" />} title={attempt.error}>
          {attempt.status === 'undo_failed' ? undoSummary(attempt) : done > 0 ? goesOn : 'Nothing was imported.'}
        </Alert>
      )}
      <dl className={classes.counts}>
        {kinds
          .filter(([key]) => key !== 'dropped' || attempt.dropped > 0)
          .map(([key, word, tone]) => (
            <div key={key} className={classes.count}>
              <dt className={classes.kind}>
                <Dot tone={tone} />
                {word}
              </dt>
              <dd className={`${classes.figure} figures`}>{amount(attempt[key])}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

const goesOn = 'What is imported so far stays. Going on begins where it stopped; no row is imported twice.';

const isUndo = ({ status }: ImportAttempt) => status === 'undoing' || status === 'undone';

function Pace({ attempt, rate }: { attempt: ImportAttempt; rate: number | undefined }) {
  const parts = [
    isRunning(attempt) && `${bytes(attempt.read)} of ${bytes(attempt.size)}`,
    counted(rowsDone(attempt), 'row'),
    rate !== undefined && `${amount(Math.round(rate))} rows a second`,
    !isRunning(attempt) && tookOf(attempt),
  ];
  return parts.filter(Boolean).join(' · ');
}

function headline(attempt: ImportAttempt): string {
  if (attempt.status === 'queued') return 'Waiting to begin';
  if (attempt.status === 'processing') return `Importing, ${Math.floor(shareOf(attempt) * 100)} % done`;
  if (attempt.status === 'failed') return 'The import did not come to its end';
  if (attempt.status === 'cancelled') return 'The import was stopped';
  if (attempt.status === 'undoing') return `Undoing the import, ${Math.floor(shareOf(attempt) * 100)} % done`;
  if (attempt.status === 'undone') return 'The import is undone';
  if (attempt.status === 'undo_failed') return 'The import is undone in part';
  return result(attempt);
}

const secondsOf = ({ started_at, finished_at }: ImportAttempt) =>
  started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : undefined;

function tookOf(attempt: ImportAttempt): string {
  const seconds = secondsOf(attempt);
  return seconds === undefined ? 'not begun' : `in ${duration(seconds)}`;
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

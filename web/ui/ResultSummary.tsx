// Progress or result of long work: one headline, the pace beneath, the error, and the counts by kind.
import { Alert, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Dot, type Tone } from './Dot.tsx';
import classes from './ResultSummary.module.css';

export interface ResultCount {
  word: string;
  tone: Tone;
  figure: string;
}

export function ResultSummary({
  state,
  headline,
  tone,
  progress,
  text,
  hint,
  error,
  counts,
}: {
  /** Its name: where it changes and the button that was pressed goes with it, the headline takes the focus. */
  state: string;
  /** With the failures in it. */
  headline: string;
  /** Left out while it runs. */
  tone?: Tone | undefined;
  progress?: { label: string /** 0 to 1. */; share: number; isWaiting: boolean } | undefined;
  text: string;
  hint?: string | undefined;
  error?: { title: string; text: string } | undefined;
  counts: readonly ResultCount[];
}) {
  const line = useRef<HTMLParagraphElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  });
  return (
    <>
      <div className={classes.state}>
        <Text ref={line} tabIndex={-1} w="fit-content" size="lg" fw={600} role="status" className={classes.headline}>
          {tone && <Dot tone={tone} />}
          {headline}
        </Text>
        {progress && (
          <Progress
            className={classes.bar}
            value={progress.share * 100}
            size="lg"
            animated={progress.isWaiting}
            aria-label={progress.label}
          />
        )}
        <Text c="dimmed" className="figures">
          {text}
        </Text>
        {hint && <Text c="dimmed">{hint}</Text>}
      </div>
      {error && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size="1.1rem" />} title={error.title}>
          {error.text}
        </Alert>
      )}
      <dl className={classes.counts}>
        {counts.map(({ word, tone, figure }) => (
          <div key={word} className={classes.count}>
            <dt className={classes.kind}>
              <Dot tone={tone} />
              {word}
            </dt>
            <dd className={`${classes.figure} figures`}>{figure}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

// The steps of a task: which is the current one, and links back to those that are done.
import type { ReactNode } from 'react';
import classes from './Stepper.module.css';

/** For a screen reader, on arrival. */
export const stepName = (words: readonly string[], now: number) => `${words[now]}, step ${now + 1} of ${words.length}`;

export function Stepper({
  label,
  words,
  now,
  linkTo,
}: {
  /** For screen readers: "Steps of the import". */
  label: string;
  words: readonly string[];
  /** From 0. */
  now: number;
  /** A link around the word of a done step; undefined if it cannot be opened again. */
  linkTo: (step: number, className: string) => ReactNode;
}) {
  return (
    <nav aria-label={label}>
      <ol className={classes.steps}>
        {words.map((word, step) => (
          <li
            key={word}
            className={classes.step}
            data-done={step < now || undefined}
            aria-current={step === now ? 'step' : undefined}
          >
            {(step < now && linkTo(step, classes.name ?? '')) || <span className={classes.name}>{word}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

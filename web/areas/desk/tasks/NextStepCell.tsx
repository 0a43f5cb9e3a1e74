// The next step of a contact in a row of a list; red when it is overdue.
import type { ContactRow } from '#contract/contacts.ts';
import type { Zone } from '#ui/moments.ts';
import classes from './NextStepCell.module.css';
import { dueWords, isOverdue, taskKindWords } from './tasks.labels.ts';

export function NextStepCell({ step, timezone }: { step: NonNullable<ContactRow['next_step']>; timezone: Zone }) {
  const overdue = isOverdue(step);
  const text = `${taskKindWords[step.kind]} · ${dueWords(timezone, step.due_at)}`;
  return (
    <span
      className={classes.step}
      data-overdue={overdue || undefined}
      title={`${overdue ? 'Overdue: ' : ''}${text} ${step.note}`.trim()}
    >
      {text}
    </span>
  );
}

// Says how many rows are selected, and offers the actions.
import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './BulkBar.module.css';

export function BulkBar({
  label,
  count,
  total,
  words,
  choices,
  onClear,
  children,
}: {
  /** For screen readers: "Selected contacts". */
  label: string;
  /** Undefined while it is counted. */
  count: number | undefined;
  /** Of how many, ready to be read: `12,480`, `10,000+`. */
  total?: string | undefined;
  /** How they were selected, if not one by one: "all in view but 3". */
  words?: string | undefined;
  /** A menu to select more. */
  choices?: ReactNode;
  onClear: () => void;
  /** The actions' buttons. */
  children: ReactNode;
}) {
  return (
    <section className={classes.bar} aria-label={label}>
      <span className="figures" role="status">
        <strong>{count === undefined ? '…' : count.toLocaleString('en-US')}</strong>
        {total !== undefined && ` of ${total}`} selected
        {words && ` (${words})`}
      </span>
      {choices}
      <CloseButton onClick={onClear} aria-label="Clear the selection" />
      <span className={classes.actions}>{children}</span>
    </section>
  );
}

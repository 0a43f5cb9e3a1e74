// One figure and what it counts. Without a figure it is loading; with `to` around it, the tile is the link's.
import { Skeleton } from '@mantine/core';
import { Dot, type Tone } from './Dot.tsx';
import classes from './StatTile.module.css';

export function StatTile({
  label,
  figure,
  hint,
  tone,
}: {
  label: string;
  /** Ready to be read: `1,204`, `$12,400`. */
  figure: string | undefined;
  /** A few words beneath: `12 more than last week`. */
  hint?: string;
  tone?: Tone;
}) {
  return (
    <div className={classes.tile}>
      <span className={classes.label}>
        {tone && <Dot tone={tone} />}
        {label}
      </span>
      {figure === undefined ? (
        <Skeleton height="1.75rem" width="4rem" my="0.2rem" aria-label="Loading" role="status" />
      ) : (
        <span className={`${classes.figure} figures`}>{figure}</span>
      )}
      {hint && <span className={classes.hint}>{hint}</span>}
    </div>
  );
}

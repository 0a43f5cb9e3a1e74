// A coloured dot before a word: status and tags. The word carries the meaning, the colour only helps the eye.
import type { tagColors } from '#contract/lookups.ts';
import classes from './Dot.module.css';

export type Tone = (typeof tagColors)[number];

export const Dot = ({ tone }: { tone: Tone }) => <span className={classes.dot} data-tone={tone} aria-hidden />;

export function StatusBadge({ status }: { status: { title: string; color: Tone } | undefined }) {
  if (!status) return null;
  return (
    <span className={classes.status}>
      <Dot tone={status.color} />
      <span className={classes.word}>{status.title}</span>
    </span>
  );
}

/** `onRemove` puts a cross after the name. */
export function TagChip({ tag, onRemove }: { tag: { name: string; color: Tone }; onRemove?: () => void }) {
  return (
    <span className={classes.tag}>
      <Dot tone={tag.color} />
      <span className={classes.word}>{tag.name}</span>
      {onRemove && (
        <button type="button" className={classes.remove} onClick={onRemove} aria-label={`Remove ${tag.name}`}>
          ×
        </button>
      )}
    </span>
  );
}

// An active filter: opened to change it, or removed.
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FilterChip.module.css';
import { Popover } from './Popover.tsx';

interface Editing {
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** The editor, while it is open. */
  children: ReactNode;
}

interface Props {
  /** The filter as a sentence. */
  words: string;
  onRemove: () => void;
}

/** Without an editor it can only be removed. */
export function FilterChip({ words, onRemove, ...editing }: Props & (Editing | { [Key in keyof Editing]?: never })) {
  return (
    <span className={classes.chip}>
      {editing.onOpen ? (
        <Popover
          opened={editing.opened}
          onClose={editing.onClose}
          position="bottom-start"
          width="18rem"
          target={
            <button type="button" className={classes.words} onClick={editing.opened ? editing.onClose : editing.onOpen}>
              {words}
            </button>
          }
        >
          {editing.children}
        </Popover>
      ) : (
        <span className={classes.words}>{words}</span>
      )}
      <button type="button" className={classes.remove} aria-label={`Remove the filter: ${words}`} onClick={onRemove}>
        <IconX size="0.9rem" aria-hidden />
      </button>
    </span>
  );
}

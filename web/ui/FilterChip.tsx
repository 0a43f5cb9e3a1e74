// A filter in force: opened for a change, or removed.
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FilterChip.module.css';
import { Popover } from './Popover.tsx';

export function FilterChip({
  words,
  opened,
  onOpen,
  onClose,
  onRemove,
  children,
}: {
  /** The filter as a sentence. */
  words: string;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  onRemove: () => void;
  /** Its editor, while it is open. */
  children: ReactNode;
}) {
  return (
    <span className={classes.chip}>
      <Popover
        opened={opened}
        onClose={onClose}
        position="bottom-start"
        width="18rem"
        target={
          <button type="button" onClick={opened ? onClose : onOpen}>
            {words}
          </button>
        }
      >
        {children}
      </Popover>
      <button type="button" className={classes.remove} aria-label={`Remove the filter: ${words}`} onClick={onRemove}>
        <IconX size="0.9rem" aria-hidden />
      </button>
    </span>
  );
}

// The spec's process notification: status, text, progress, an optional link; it can be closed.
import { Button, CloseButton, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconLoader2, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ProcessBanner.module.css';

const icons = { processing: IconLoader2, complete: IconCircleCheck, failed: IconAlertTriangle, cancelled: IconPlayerStop };

export function ProcessBanner({
  status = 'processing',
  text,
  share,
  link,
  onCancel,
  onUndo,
  onClose,
}: {
  status?: keyof typeof icons;
  text: string;
  /** 0 to 1; absent if unknown. */
  share?: number | undefined;
  link?: ReactNode;
  onCancel?: (() => void) | undefined;
  /** Offered when the work has ended. */
  onUndo?: (() => void) | undefined;
  onClose: () => void;
}) {
  const Icon = icons[status];
  return (
    <div className={classes.root} data-status={status}>
      <Icon className={classes.icon} size="1.1rem" aria-hidden />
      <span className={`${classes.text} figures`} role="status">
        {text}
      </span>
      {status === 'processing' && share !== undefined && (
        <Progress className={classes.bar} value={share * 100} size="sm" aria-label={text} />
      )}
      <span className={classes.actions}>
        {link}
        {status === 'processing' && onCancel && (
          <Button size="compact-sm" variant="subtle" onClick={onCancel}>
            Stop
          </Button>
        )}
        {status !== 'processing' && onUndo && (
          <Button size="compact-sm" variant="subtle" onClick={onUndo}>
            Undo
          </Button>
        )}
        <CloseButton size="sm" onClick={onClose} aria-label="Close this notification" />
      </span>
    </div>
  );
}

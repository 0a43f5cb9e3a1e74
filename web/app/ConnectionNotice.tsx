// Shows while the screen may be out of date.
import { Button } from '@mantine/core';
import { IconPlugOff, IconRefresh } from '@tabler/icons-react';
import classes from './ConnectionNotice.module.css';
import { useConnectionLost } from './connection.ts';
import { useOutdated } from './update.ts';

/** Always mounted, so that a screen reader reads its text when it appears. */
export function ConnectionNotice() {
  const broken = useConnectionLost();
  const outdated = useOutdated();
  return (
    <div role="status" aria-label="Connection">
      {broken && (
        <p className={classes.text}>
          <IconPlugOff size="1.1rem" aria-hidden />
          The server cannot be reached. Reconnecting… What you see may be out of date; nothing you saved is lost.
        </p>
      )}
      {outdated && !broken && (
        <p className={classes.text}>
          <IconRefresh size="1.1rem" aria-hidden />A newer version is available. Reload this page: some parts may not open until
          you do.
          <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
            Reload
          </Button>
        </p>
      )}
    </div>
  );
}

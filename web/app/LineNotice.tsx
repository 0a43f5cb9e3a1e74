// Says that the screen may be behind, for as long as that is so.
import { IconPlugOff } from '@tabler/icons-react';
import classes from './LineNotice.module.css';
import { useLineBroken } from './line.ts';

/** Always there, so that a screen reader hears its text come. */
export function LineNotice() {
  const broken = useLineBroken();
  return (
    <div role="status" aria-label="Connection">
      {broken && (
        <p className={classes.text}>
          <IconPlugOff size="1.1rem" aria-hidden />
          Steward cannot be reached. Reconnecting… What you see may be out of date; nothing you saved is lost.
        </p>
      )}
    </div>
  );
}

// How long something has lasted, second by second.
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { clockOf } from './dialer.numbers.ts';

/** `since`: milliseconds since 1970. */
export function PhoneClock({ since, label, className = '' }: { since: number; label: string; className?: string | undefined }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return (
    <span className={`${className} figures`} role="timer" aria-label={label}>
      {clockOf(Math.max(0, Math.floor((now - since) / 1000)))}
    </span>
  );
}

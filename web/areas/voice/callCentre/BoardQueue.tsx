// Callers who wait until somebody is free, the longest first. Nothing where nobody waits.
import { Link } from '@tanstack/react-router';
import { PhoneNumber } from '#app/PhoneNumber.tsx';
import type { WaitingCall } from '#contract/callCentre.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import classes from './CallCentrePage.module.css';
import { lengthOf } from './callCentre.labels.ts';
import { useSeconds } from './useSeconds.ts';

export function BoardQueue({ queue }: { queue: readonly WaitingCall[] }) {
  if (queue.length === 0) return null;
  return (
    <section className={classes.queue} aria-labelledby="call-queue">
      <h2 id="call-queue">{queue.length === 1 ? '1 caller waits' : `${queue.length} callers wait`}</h2>
      <ol>
        {queue.map((call) => (
          <li key={call.id}>
            <Waiting since={call.waiting_since} />
            {call.contact ? (
              <Link to="/contacts/$id" params={{ id: String(call.contact.id) }}>
                {call.contact.name || 'No name'}
              </Link>
            ) : (
              <PhoneNumber number={call.call_from} plain />
            )}
            <span className={`${classes.faint} figures`}>
              {call.contact && `${formatPhone(call.call_from)} · `}to {formatPhone(call.call_to)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const Waiting = ({ since }: { since: string }) => (
  <span className={`${classes.waits} figures`} role="timer" aria-label="Waiting time">
    {lengthOf(useSeconds(since))}
  </span>
);

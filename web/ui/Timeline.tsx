// Entries, the newest first, grouped by day.
import { Button, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect } from 'react';
import { dayIn, momentIn, timeIn, todayIn, type Zone } from './moments.ts';
import classes from './Timeline.module.css';

export function Timeline<Entry extends { id: number | string; at: string }>({
  entries,
  timezone,
  children,
  more,
}: {
  /** The newest first; `at` in ISO. */
  entries: readonly Entry[];
  /** The zone in which a day begins and ends. */
  timezone: Zone;
  /** A `TimelineEntry`. */
  children: (entry: Entry) => ReactNode;
  /** Older ones, asked for as the end comes in sight. */
  more?: Older | undefined;
}) {
  const today = todayIn(timezone);
  return (
    <>
      {[...Map.groupBy(entries, ({ at }) => dayIn(timezone, at))].map(([day, told]) => (
        <section key={day} aria-label={day}>
          <Title order={2} className={`${classes.day} figures`}>
            {wordOf(day, today)}
          </Title>
          <ol className={classes.entries}>
            {told.map((entry) => (
              <Fragment key={entry.id}>{children(entry)}</Fragment>
            ))}
          </ol>
        </section>
      ))}
      {more && <More {...more} />}
    </>
  );
}

interface Older {
  isBusy: boolean;
  fetch: () => void;
}

function More({ isBusy, fetch }: Older) {
  const { ref, inViewport } = useInViewport<HTMLButtonElement>();
  useEffect(() => {
    if (inViewport && !isBusy) fetch();
  }, [inViewport, isBusy, fetch]);
  return (
    <Button ref={ref} variant="default" loading={isBusy} onClick={fetch}>
      Show older
    </Button>
  );
}

export function TimelineEntry({
  icon: Picture,
  at,
  timezone,
  children,
  note,
}: {
  icon: Icon;
  at: string;
  timezone: Zone;
  /** The sentence: actor and action. */
  children: ReactNode;
  /** A written text, unchanged. */
  note?: ReactNode;
}) {
  return (
    <li className={classes.entry}>
      <span className={classes.icon} aria-hidden>
        <Picture size="0.9rem" stroke={1.6} />
      </span>
      <div className={classes.told}>
        {children}
        {note && <div className={classes.note}>{note}</div>}
      </div>
      <time className={`${classes.time} figures`} dateTime={at} title={momentIn(timezone, at)}>
        {timeIn(timezone, at)}
      </time>
    </li>
  );
}

/** `day` is MM/DD/YYYY, `today` YYYY-MM-DD. */
function wordOf(day: string, today: string) {
  const iso = `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`;
  const ago = Math.round((Date.parse(today) - Date.parse(iso)) / 86_400_000);
  return ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : day;
}

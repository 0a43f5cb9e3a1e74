// One card: its count, the first rows, and a link to the list that it counts.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { onUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf, queryClient, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Update } from '#contract/cable.ts';
import { type Dashboard, loadDashboardCard } from '#contract/dashboard.ts';
import { momentIn, timeIn, todayIn, wallTimeIn, type Zone } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './DashboardPage.module.css';

const [cardKey] = keyOf(loadDashboardCard);

/** Milliseconds: many messages in a row load a card once. */
const patience = 1000;

export function DashboardCard({ card, scope }: { card: Dashboard['cards'][number]; scope: 'me' | 'team' }) {
  const { name, title, size, empty, events } = card;
  const { timezone } = useMe();
  const id = useId();
  const content = useQuery({ ...queryOf(loadDashboardCard, { query: { type: name, scope } }), staleTime: 0 });
  useRefresh(name, events);
  const { count = null, capped, rows = [], list = null } = content.data ?? {};
  return (
    <section className={classes.card} data-size={size} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {count !== null && (
          <span className={`${classes.count} figures`}>
            {count.toLocaleString('en-US')}
            {capped && '+'}
          </span>
        )}
      </div>
      {content.error && !content.data ? (
        <FailedQuery query={content} />
      ) : content.isPending ? (
        <SkeletonLines lines={4} height={16} />
      ) : rows.length === 0 ? (
        <p className={`${classes.faint} ${classes.empty}`}>
          {empty.text} {empty.link && <Link to={empty.link.to as '/'}>{empty.link.label}</Link>}
        </p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.id} className={classes.row}>
              <span className={classes.main}>
                <Link to={row.href as '/'} search={row.search as never}>
                  {row.title}
                </Link>{' '}
                <span className={classes.faint}>{unbroken(row.text)}</span>
              </span>
              {row.at && (
                <span className={classes.at} data-overdue={row.overdue || undefined}>
                  {row.overdue && <span className="unseen">Overdue: </span>}
                  {whenIn(timezone, row.at)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {list && rows.length > 0 && (
        <Link className={classes.more} to={list.to as '/'} search={list.search as never} aria-label={`See all: ${title}`}>
          See all
        </Link>
      )}
    </section>
  );
}

/** No line begins with the dot between two parts. */
const unbroken = (text: string) => text.replaceAll(' · ', '\u00a0· ');

/** Today's times without the date: most of what stands here is today's. */
const whenIn = (zone: Zone, at: string) =>
  wallTimeIn(zone, at).slice(0, 10) === todayIn(zone) ? `Today, ${timeIn(zone, at)}` : momentIn(zone, at);

/** Loads this card alone again after its events. */
function useRefresh(name: string, events: readonly string[]) {
  const key = events.join();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({
          predicate: ({ queryKey: [endpoint, input] }) =>
            endpoint === cardKey && (input as { query?: { type?: string } })?.query?.type === name,
        });
      }, patience);
    };
    const ends = key.split(',').map((event) => onUpdate(event as Update['event'], soon));
    return () => {
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [name, key]);
}

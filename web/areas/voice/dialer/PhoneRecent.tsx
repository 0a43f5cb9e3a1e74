// The user's own calls, the newest first; a press calls again.
import { Button, UnstyledButton } from '@mantine/core';
import { IconPhoneIncoming, IconPhoneOutgoing, IconPhoneX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { keyOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Call, fetchHistoricalCalls } from '#contract/dialer.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { dial, typeNumber } from './dialer.dial.ts';
import { nameOf, numberOf, outcomeWords } from './dialer.labels.ts';
import { calendarWords, colleagueOf, numberWords } from './dialer.numbers.ts';
import { idleTab } from './dialer.open.ts';
import classes from './Phone.module.css';

export function PhoneRecent() {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(fetchHistoricalCalls), 'phone'],
    queryFn: ({ pageParam, signal }) => call(fetchHistoricalCalls, { body: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => meta.next_page,
    staleTime: 0,
  });
  const rows = query.data?.pages.flatMap(({ call_history }) => call_history) ?? [];
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (query.isPending) return <SkeletonLines lines={6} height={32} />;
  if (rows.length === 0) return <p className={classes.empty}>No calls yet. Calls that you make and get appear here.</p>;
  return (
    <>
      <ul className={classes.recent} aria-label="Recent calls">
        {rows.map((row) => (
          <RecentCall key={row.id} row={row} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" fullWidth loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older calls
        </Button>
      )}
    </>
  );
}

function RecentCall({ row }: { row: Call }) {
  const { timezone } = useMe();
  const isMissed = row.outcome === 'missed';
  const Picture = isMissed ? IconPhoneX : row.call_direction === 'inbound' ? IconPhoneIncoming : IconPhoneOutgoing;
  const number = numberOf(row);
  const person = row.contact ?? row.colleague;
  const place = row.call_direction === 'inbound' ? [row.caller_city, row.caller_state].filter(Boolean).join(', ') : '';
  const lines = [
    person && !colleagueOf(number) && numberWords(number),
    place,
    row.outcome !== 'answered' && row.outcome && outcomeWords[row.outcome],
  ];
  const again = () => {
    typeNumber(number, person);
    idleTab.set('keypad'); // it shows the reason where the call may not be made
    void dial({ number, person });
  };
  return (
    <li>
      <UnstyledButton className={classes.recentCall ?? ''} data-missed={isMissed || undefined} onClick={again}>
        <Picture
          size="1.1rem"
          stroke={1.6}
          aria-label={isMissed ? 'Missed' : row.call_direction === 'inbound' ? 'Incoming' : 'Outgoing'}
        />
        <span className={classes.recentMain}>
          <span className="figures">{nameOf(row)}</span>
          <span className={`${classes.faint} figures`}>{lines.filter(Boolean).join(' · ')}</span>
        </span>
        <span className={`${classes.faint} ${classes.when} figures`}>{calendarWords(timezone, row.created_at)}</span>
      </UnstyledButton>
    </li>
  );
}

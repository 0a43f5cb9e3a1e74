// A session that has ended: how it went, and what became of each contact.
import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { activityOutcomeWords } from '#app/activityOutcomes.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type DialledContact, type DialSessionNow, listDialledContacts } from '#contract/dialSessions.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { momentIn, type Zone } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { StatTile } from '#ui/StatTile.tsx';
import { outcomeWords } from '../dialer/dialer.labels.ts';
import { clockOf } from '../dialer/dialer.numbers.ts';
import classes from './DialPage.module.css';
import { dialStateTones, dialStateWords, reasonWords } from './dialSessions.labels.ts';

/** “Appointment made 3, No answer 9”. */
export const resultWords = (results: DialSessionNow['results']): string =>
  results.map(({ disposition, count }) => `${disposition ? activityOutcomeWords[disposition] : 'Not said'} ${count}`).join(', ');

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'called', label: 'Called' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'left', label: 'Left' },
] as const;
type Tab = (typeof tabs)[number]['value'];

export function DialResults({ session: { id, title, counts, results } }: { session: DialSessionNow }) {
  const { timezone } = useMe();
  const [tab, setTab] = useState<Tab>('all');
  const [page, setPage] = useState(1);
  const contacts = useQuery({
    ...queryOf(listDialledContacts, { params: { id }, query: { tab, page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title={title} about="Ended" before={<Link to="/dial">Dial sessions</Link>}>
        <Button variant="default" renderRoot={(props) => <Link to="/contacts" {...props} />}>
          Go to contacts
        </Button>
      </PageHeader>
      <div className={classes.list}>
        <div className={classes.tiles}>
          <StatTile label="Called" figure={String(counts.called)} hint={`of ${counts.total}`} />
          <StatTile label="Reached" figure={String(counts.reached)} />
          <StatTile label="Skipped" figure={String(counts.skipped)} />
          <StatTile label="Left" figure={String(counts.left)} />
        </div>
        {results.length > 0 && <p className={classes.words}>{resultWords(results)}</p>}
        <SegmentedControl
          className={classes.whose ?? ''}
          aria-label="Which contacts"
          data={[...tabs]}
          value={tab}
          onChange={(next) => {
            setTab(next as Tab);
            setPage(1);
          }}
        />
        {contacts.error && !contacts.data ? (
          <FailedQuery query={contacts} />
        ) : !contacts.data ? (
          <SkeletonLines lines={8} height={28} />
        ) : contacts.data.data.length === 0 ? (
          <p className={classes.words}>Nobody</p>
        ) : (
          <PlainTable label="Contacts" rows={contacts.data.data} keyOf={({ id: row }) => row} columns={columnsOf(timezone)} />
        )}
        <Pages page={page} total={contacts.data?.meta.total_pages} onPage={setPage} />
      </div>
    </>
  );
}

const columnsOf = (timezone: Zone) => [
  {
    header: 'Contact',
    cell: ({ contact }: DialledContact) =>
      contact ? (
        <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
          {contact.name || 'No name'}
        </Link>
      ) : (
        <span className={classes.faint}>No longer there</span>
      ),
  },
  {
    header: 'State',
    cell: ({ state, reason, not_before }: DialledContact) => (
      <>
        <StatusBadge status={{ title: dialStateWords[state], color: dialStateTones[state] }} />
        {reason && <span className={classes.under}>{reasonWords(reason)}</span>}
        {state === 'waiting' && not_before && <span className={classes.under}>from {momentIn(timezone, not_before)}</span>}
      </>
    ),
  },
  {
    header: 'Call',
    cell: ({ call }: DialledContact) =>
      call && (
        <>
          {call.disposition ? activityOutcomeWords[call.disposition] : call.outcome && outcomeWords[call.outcome]}
          {call.note && <span className={classes.note}>{call.note}</span>}
        </>
      ),
  },
  {
    header: 'Length',
    figures: true,
    cell: ({ call }: DialledContact) => (call && call.seconds > 0 ? clockOf(call.seconds) : ''),
  },
];

// Dial sessions, the newest first: the own ones, and for leaders those of their people. A new one is started
// here.
import { Button, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconPhoneCall, IconPlayerPlay } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import {
  createDialSession,
  type DialSession,
  getLocalPresence,
  listDialSessions,
  updateLocalPresence,
} from '#contract/dialSessions.ts';
import { listSavedViews } from '#contract/savedViews.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PhoneHint } from '../dialer/PhoneHint.tsx';
import classes from './DialPage.module.css';
import { resultWords } from './DialResults.tsx';
import { showSession, useSessionUpdates } from './dialSessions.api.ts';
import { progressWords, sessionStateTones, sessionStateWords } from './dialSessions.labels.ts';

export function DialListPage() {
  const me = useMe();
  const [tab, setTab] = useState<'me' | 'team'>('me');
  const [page, setPage] = useState(1);
  const own = useQuery(queryOf(listDialSessions, { query: { tab: 'me', limit: 1 } }));
  const sessions = useQuery({ ...queryOf(listDialSessions, { query: { tab, page } }), placeholderData: keepPreviousData });
  useSessionUpdates();
  const rows = sessions.data?.data ?? [];
  const open = own.data?.data.find(({ state }) => state !== 'ended');
  return (
    <>
      <PageHeader title="Dial sessions" before={<Link to="/calls">Calls</Link>} />
      <div className={classes.list}>
        <PhoneHint />
        {open ? <GoOn session={open} /> : own.data && <Start />}
        <Presence />
        {me.can['calls.watch'] && (
          <SegmentedControl
            className={classes.whose ?? ''}
            aria-label="Whose sessions"
            data={[
              { value: 'me', label: 'Mine' },
              { value: 'team', label: 'My people’s too' },
            ]}
            value={tab}
            onChange={(next) => {
              setTab(next as 'me' | 'team');
              setPage(1);
            }}
          />
        )}
        {sessions.error && !sessions.data ? (
          <FailedQuery query={sessions} />
        ) : !sessions.data ? (
          <SkeletonLines lines={6} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconPhoneCall}
            title="No dial sessions yet"
            text="Choose a saved view above, or select contacts in their list: they come one after the other, and you press Call."
          >
            <Link to="/contacts">Go to your contacts</Link>
          </EmptyState>
        ) : (
          <PlainTable label="Dial sessions" rows={rows} keyOf={({ id }) => id} columns={columnsOf(me, tab === 'team')} />
        )}
        <Pages page={page} total={sessions.data?.meta.total_pages} onPage={setPage} />
      </div>
    </>
  );
}

const columnsOf = (me: ReturnType<typeof useMe>, withPerson: boolean) => [
  {
    header: 'Session',
    cell: ({ id, title, user }: DialSession) =>
      user.id === me.id ? (
        <Link to="/dial/$id" params={{ id: String(id) }}>
          {title}
        </Link>
      ) : (
        title
      ),
  },
  ...(withPerson ? [{ header: 'Person', cell: ({ user }: DialSession) => user.name }] : []),
  {
    header: 'State',
    cell: ({ state }: DialSession) => (
      <StatusBadge status={{ title: sessionStateWords[state], color: sessionStateTones[state] }} />
    ),
  },
  { header: 'Progress', cell: ({ counts }: DialSession) => <span className="figures">{progressWords(counts)}</span> },
  { header: 'Results', cell: ({ results }: DialSession) => resultWords(results) },
  {
    header: 'Began',
    cell: ({ started_at }: DialSession) => <span className="figures">{momentIn(me.timezone, started_at)}</span>,
  },
];

const GoOn = ({ session: { id, title, state, counts } }: { session: DialSession }) => (
  <div className={classes.start}>
    <span>
      <strong>{title}</strong> is {state}: {progressWords(counts)}.
    </span>
    <Button
      leftSection={<IconPlayerPlay size="1rem" />}
      renderRoot={(props) => <Link to="/dial/$id" params={{ id: String(id) }} {...props} />}
    >
      Go on
    </Button>
  </div>
);

function Start() {
  const navigate = useNavigate();
  const [view, setView] = useState<string | null>(null);
  const views = useQuery(queryOf(listSavedViews));
  const start = useSend(createDialSession, {
    onDone: (session) => {
      showSession(session);
      void navigate({ to: '/dial/$id', params: { id: String(session.id) } });
    },
  });
  return (
    <form
      className={classes.start}
      onSubmit={(event) => {
        event.preventDefault();
        if (view) start.mutate({ body: { saved_view_id: Number(view) } });
      }}
    >
      <Select
        label="Call the contacts of a saved view"
        placeholder={views.data?.data.length === 0 ? 'No saved views yet' : 'Choose a view'}
        searchable
        data={(views.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={view}
        onChange={setView}
      />
      <Button type="submit" leftSection={<IconPhoneCall size="1rem" />} loading={start.isPending} disabled={!view}>
        Start calling
      </Button>
    </form>
  );
}

/** In general; a session may have it otherwise. Nothing to choose with one number. */
function Presence() {
  const presence = useQuery(queryOf(getLocalPresence));
  const choose = useSend(updateLocalPresence, { invalidates: [getLocalPresence] });
  const { local_presence = null, company = false, numbers = [] } = presence.data ?? {};
  if (numbers.length < 2) return null;
  return (
    <Switch
      label="My calls show a number of the contact’s area"
      description="The same area code, else the same state. Only your numbers, and to your own contacts the company’s: a call back rings at you."
      checked={choose.variables?.body.local_presence ?? local_presence ?? company}
      onChange={({ currentTarget: { checked } }) => choose.mutate({ body: { local_presence: checked } })}
    />
  );
}

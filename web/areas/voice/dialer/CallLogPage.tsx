// All ended calls in reach, by person, direction, outcome and number, with their recordings; calls of the team
// that run now on top.
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhoneCall, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { activityOutcomeWords } from '#app/activityOutcomes.ts';
import { hrefOf } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { PhoneNumber } from '#app/PhoneNumber.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { callDirections, callOutcomes } from '#contract/callLists.ts';
import { type Call, downloadCallRecording, fetchActiveCalls, fetchCallLogs } from '#contract/dialer.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { ActiveCalls } from './ActiveCalls.tsx';
import classes from './CallLogPage.module.css';
import { directionWords, numberOf, outcomeTones, outcomeWords } from './dialer.labels.ts';
import { clockOf, colleagueOf } from './dialer.numbers.ts';
import { addressOfCalls, type CallSearch, readCallSearch } from './dialer.search.ts';
import { PhoneHint } from './PhoneHint.tsx';

const any = { value: '', label: 'Any' };
const directions = [any, ...callDirections.map((value) => ({ value, label: directionWords[value] }))];
const outcomes = [any, ...callOutcomes.map((value) => ({ value, label: outcomeWords[value] }))];

export function CallLogPage() {
  const me = useMe();
  const search = readCallSearch(useSearch({ from: '/shell/calls' }));
  const navigate = useNavigate({ from: '/calls' });
  const go = (next: Partial<CallSearch>) =>
    void navigate({ search: addressOfCalls({ ...search, page: 1, ...next }), replace: true });
  const { page, q, user, direction, outcome, recorded } = search;
  const calls = useQuery({
    ...queryOf(fetchCallLogs, {
      body: {
        ...{ page, q, recorded, direction, outcome, user_id: user },
      },
    }),
    placeholderData: keepPreviousData,
  });
  useUpdate('call.changed', () => void invalidate(fetchCallLogs, fetchActiveCalls));
  const rows = calls.data?.data ?? [];
  const isFiltered = q !== '' || user !== null || recorded || direction || outcome;
  const { total_count, total_pages } = calls.data?.meta ?? {};
  return (
    <>
      <PageHeader title="Calls" about={total_count?.toLocaleString('en-US')}>
        <Button leftSection={<IconPhoneCall size="1rem" />} renderRoot={(props) => <Link to="/dial" {...props} />}>
          Call a list
        </Button>
      </PageHeader>
      <div className={classes.page}>
        <PhoneHint />
        <ActiveCalls />
        <search className={classes.filters} aria-label="Calls">
          <NumberInput value={q} onChange={(next) => go({ q: next })} />
          <Select
            label="Direction"
            allowDeselect={false}
            data={directions}
            value={direction ?? ''}
            onChange={(next) => go({ direction: next as CallSearch['direction'] })}
          />
          <Select
            label="Outcome"
            allowDeselect={false}
            data={outcomes}
            value={outcome ?? ''}
            onChange={(next) => go({ outcome: next as CallSearch['outcome'] })}
          />
          {me.can['team.lead'] && (
            <PersonPicker
              label="Person"
              placeholder="Anyone"
              clearable
              value={user ? { id: user, name: search.name } : null}
              onChange={(person) => go({ user: person?.id ?? null, name: person?.name ?? '' })}
            />
          )}
          <Checkbox
            className={classes.check ?? ''}
            label="With a recording"
            checked={recorded}
            onChange={({ currentTarget: { checked } }) => go({ recorded: checked })}
          />
        </search>
        {calls.error && !calls.data ? (
          <FailedQuery query={calls} />
        ) : !calls.data ? (
          <SkeletonLines lines={10} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconPhoneCall}
            title={isFiltered ? 'No matching calls' : 'No calls yet'}
            text={
              isFiltered ? 'Change the filters, or show everything.' : 'Calls that you make and get in the browser appear here.'
            }
          >
            {isFiltered && (
              <Link to="/calls" search={{}}>
                Show everything
              </Link>
            )}
          </EmptyState>
        ) : (
          <PlainTable label="Calls" rows={rows} keyOf={({ id }) => id} columns={columnsOf(me)} />
        )}
        <Pages page={page} total={total_pages} onPage={(next) => go({ page: next })} />
      </div>
    </>
  );
}

const columnsOf = ({ timezone, can }: ReturnType<typeof useMe>) => [
  { header: 'With', cell: (call: Call) => <Other call={call} /> },
  {
    header: 'When',
    cell: ({ created_at, call_direction }: Call) => (
      <>
        <span className={`${classes.time} figures`}>{momentIn(timezone, created_at)}</span>
        <span className={classes.faint}>{directionWords[call_direction]}</span>
      </>
    ),
  },
  {
    header: 'Outcome',
    cell: ({ outcome, disposition, note }: Call) => (
      <>
        {outcome && <StatusBadge status={{ title: outcomeWords[outcome], color: outcomeTones[outcome] }} />}
        {(disposition || note) && (
          <span className={classes.note}>
            {[disposition && activityOutcomeWords[disposition], note].filter(Boolean).join(': ')}
          </span>
        )}
      </>
    ),
  },
  { header: 'Length', figures: true, cell: ({ seconds }: Call) => (seconds > 0 ? clockOf(seconds) : '') },
  ...(can['team.lead'] ? [{ header: 'Person', cell: ({ user }: Call) => user.name }] : []),
  { header: 'Recording', cell: (call: Call) => <Recording call={call} when={momentIn(timezone, call.created_at)} /> },
];

function Other({ call }: { call: Call }) {
  const { contact, colleague } = call;
  const number = numberOf(call);
  const person = contact ?? colleague;
  return (
    <div className={classes.with}>
      {contact ? (
        <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
          {contact.name || 'No name'}
        </Link>
      ) : (
        colleague && <span>{colleague.name}</span>
      )}
      {!colleagueOf(number) && (
        <span className={person ? classes.under : undefined}>
          <PhoneNumber number={number} person={contact ?? undefined} />
        </span>
      )}
    </div>
  );
}

const Recording = ({ call: { id, call_file_id }, when }: { call: Call; when: string }) =>
  call_file_id !== null && (
    // biome-ignore lint/a11y/useMediaCaption: nobody writes down what is said on a call
    <audio
      controls
      preload="none"
      className={classes.player}
      aria-label={`Recording of ${when}`}
      src={hrefOf(downloadCallRecording, { params: { id } })}
    />
  );

/** The list asks when the typing has paused. */
function NumberInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [settled] = useDebouncedValue(text.trim(), 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is told
  useEffect(() => {
    if (settled !== value) onChange(settled);
  }, [settled]);
  useEffect(() => setText((now) => (now.trim() === value ? now : value)), [value]);
  return (
    <TextInput
      type="search"
      label="Number"
      placeholder="305 555"
      leftSection={<IconSearch size="1rem" />}
      value={text}
      maxLength={30}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

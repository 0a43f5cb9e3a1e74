// The call centre: who is on the phone with which contact, who waits, and what today brought. Leaders listen,
// whisper and join from here.
import { Select, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import { type PhoneState, phoneStates } from '#contract/callLists.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { phoneLack } from '#web/areas/voice/dialer/dialer.lack.ts';
import { PhoneHint } from '#web/areas/voice/dialer/PhoneHint.tsx';
import { BoardFigures } from './BoardFigures.tsx';
import { BoardQueue } from './BoardQueue.tsx';
import { BoardTable } from './BoardTable.tsx';
import classes from './CallCentrePage.module.css';
import { stateWords } from './callCentre.labels.ts';
import { useBoard } from './callCentre.live.ts';
import { addressOfBoard, type BoardSearch, nextOrder, peopleOf, readBoardSearch } from './callCentre.search.ts';

const states = [{ value: '', label: 'Any state' }, ...phoneStates.map((value) => ({ value, label: stateWords[value] }))];

export function CallCentrePage() {
  const me = useMe();
  const said = useSearch({ from: '/shell/call-centre' });
  const search = useMemo(() => readBoardSearch(said), [said]);
  const navigate = useNavigate({ from: '/call-centre' });
  const small = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;
  const go = (next: Partial<BoardSearch>) => void navigate({ search: addressOfBoard({ ...search, ...next }), replace: true });
  const board = useBoard();
  const agents = board.data?.agents;
  const people = useMemo(() => peopleOf(agents ?? [], search), [agents, search]);
  if (board.error && !board.data)
    return (
      <>
        <PageHeader title="Call centre" />
        <FailedQuery query={board} />
      </>
    );
  const isFiltered = search.q !== '' || search.state !== null;
  return (
    <div className={classes.page}>
      <PageHeader
        title="Call centre"
        about={agents && agents.length > 0 && (agents.length === 1 ? '1 person' : `${agents.length} people`)}
      />
      <div className={classes.parts}>
        {phoneLack(me) !== null && <PhoneHint />}
        <BoardFigures board={board.data} />
        <BoardQueue queue={board.data?.queue ?? []} />
        <search className={classes.filters} aria-label="People">
          <TextInput
            type="search"
            aria-label="Search people"
            placeholder="Search people"
            leftSection={<IconSearch size="1rem" aria-hidden />}
            maxLength={100}
            value={search.q}
            onChange={({ currentTarget: { value } }) => go({ q: value })}
          />
          <Select
            aria-label="State"
            allowDeselect={false}
            data={states}
            value={search.state ?? ''}
            onChange={(next) => go({ state: (next || null) as PhoneState | null })}
          />
        </search>
      </div>
      <div className={classes.table}>
        <BoardTable
          people={people}
          loading={board.isPending}
          small={small}
          order={{ field: search.order_field, direction: search.order }}
          onOrder={(field) => go(nextOrder(search, field))}
          onReset={isFiltered ? () => go({ q: '', state: null }) : undefined}
        />
      </div>
    </div>
  );
}

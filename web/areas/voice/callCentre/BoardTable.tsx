// The people of the board, one row each: only the visible ones are in the page.
import { Button } from '@mantine/core';
import { IconHeadset, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useMe } from '#app/session.ts';
import type { BoardAgent } from '#contract/callCentre.ts';
import { type Column, DataTable } from '#ui/DataTable.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { nameOf, watchWords } from '#web/areas/voice/dialer/dialer.labels.ts';
import { BoardWatch } from './BoardWatch.tsx';
import classes from './CallCentrePage.module.css';
import { lengthOf, stateTones, stateWords } from './callCentre.labels.ts';
import { type BoardOrder, boardOrders } from './callCentre.search.ts';
import { useSeconds } from './useSeconds.ts';

interface Props {
  people: readonly BoardAgent[];
  loading: boolean;
  /** On a phone, as cards. */
  small: boolean;
  order: { field: string; direction: 'ASC' | 'DESC' };
  onOrder: (field: BoardOrder) => void;
  /** Undefined without an active filter. */
  onReset: (() => void) | undefined;
}

export function BoardTable({ people, loading, small, order, onOrder, onReset }: Props) {
  const [active, setActive] = useState(0);
  const columns = useMemo(() => (small ? boardColumns.filter(({ key }) => onPhones.has(key)) : boardColumns), [small]);
  return (
    <DataTable
      label="People"
      rows={people}
      rowId={({ user }) => user.id}
      nameOf={({ user }) => user.name}
      columns={columns}
      total={people.length}
      loading={loading}
      order={order}
      onOrder={(field) => {
        const chosen = boardOrders.find((each) => each === field);
        if (chosen) onOrder(chosen);
      }}
      active={Math.min(active, Math.max(people.length - 1, 0))}
      onActive={setActive}
      muted={({ state }) => state === 'offline'}
      card={small ? card : undefined}
      empty={
        onReset ? (
          <EmptyState icon={IconSearchOff} title="Nobody matches" text="Change the search, or show everyone.">
            <Button variant="default" onClick={onReset}>
              Show everyone
            </Button>
          </EmptyState>
        ) : (
          <EmptyState
            icon={IconHeadset}
            title="Nobody has a phone yet"
            text="People of your team appear here as soon as they may call from the browser."
          />
        )
      }
    />
  );
}

const count = (key: 'answered' | 'missed' | 'made', header: string): Column<BoardAgent> => ({
  key,
  header,
  width: 4.75,
  align: 'right',
  orderField: key,
  cell: (agent) => <span className={agent[key] ? 'figures' : `figures ${classes.none}`}>{agent[key]}</span>,
});

const boardColumns: readonly Column<BoardAgent>[] = [
  {
    key: 'name',
    header: 'Person',
    width: 11,
    orderField: 'name',
    cell: ({ user }) => (
      <span className={classes.person}>
        <PersonAvatar person={user} size="1.6rem" />
        <span className={classes.name}>{user.name}</span>
      </span>
    ),
  },
  { key: 'state', header: 'State', width: 10, orderField: 'state', cell: (agent) => <State agent={agent} /> },
  { key: 'with', header: 'With', width: 12, cell: (agent) => <With agent={agent} /> },
  { key: 'watch', header: 'Take part', width: 15, cell: (agent, active) => <BoardWatch agent={agent} reachable={active} /> },
  count('answered', 'Answered'),
  count('missed', 'Missed'),
  count('made', 'Made'),
  {
    key: 'talked',
    header: 'Talk time',
    width: 5.5,
    align: 'right',
    orderField: 'talked',
    cell: ({ talked }) => <span className={talked ? 'figures' : `figures ${classes.none}`}>{lengthOf(talked)}</span>,
  },
];
/** A phone's head has room for few orders. */
const onPhones = new Set(['name', 'state', 'talked']);

const card = {
  rows: 3,
  render: (agent: BoardAgent) => (
    <div className={classes.card}>
      <span className={classes.line}>
        <span className={classes.name}>{agent.user.name}</span>
        <State agent={agent} />
      </span>
      <span className={classes.line}>
        {agent.call ? (
          <With agent={agent} />
        ) : (
          <span className={`${classes.faint} figures`}>
            {agent.answered} answered · {agent.missed} missed · {lengthOf(agent.talked)} talked
          </span>
        )}
      </span>
      <BoardWatch agent={agent} reachable />
    </div>
  ),
};

function State({ agent: { state, since } }: { agent: BoardAgent }) {
  return (
    <span className={classes.state}>
      <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} />
      {since && <Since since={since} />}
    </span>
  );
}

const Since = ({ since }: { since: string }) => <span className={`${classes.faint} figures`}>{lengthOf(useSeconds(since))}</span>;

function With({ agent: { call, watchers } }: { agent: BoardAgent }) {
  const me = useMe();
  if (!call) return null;
  const others = watchers.filter(({ user }) => user.id !== me.id); // one’s own part stands beside it
  return (
    <span className={classes.with}>
      <span className="figures">{nameOf(call)}</span>
      {others.map(({ user, mode }) => (
        <span key={user.id} className={classes.faint}>
          {user.name}: {watchWords[mode].toLowerCase()}
        </span>
      ))}
    </span>
  );
}

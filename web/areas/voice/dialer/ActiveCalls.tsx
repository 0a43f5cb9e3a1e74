// Calls of the user's people that ring or run now.
import { Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Call, fetchActiveCalls } from '#contract/dialer.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import classes from './CallLogPage.module.css';
import { directionWords, nameOf } from './dialer.labels.ts';
import { clockOf } from './dialer.numbers.ts';

export function ActiveCalls() {
  const me = useMe();
  const query = useQuery({ ...queryOf(fetchActiveCalls), enabled: me.can['calls.watch'], staleTime: 0 });
  const rows = query.data?.call_list.filter(({ user }) => user.id !== me.id) ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={classes.team} aria-labelledby="active-calls">
      <Title order={2} size="h4" id="active-calls">
        Calls of your people now
      </Title>
      <PlainTable
        label="Calls of your people now"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Person', cell: ({ user }) => user.name },
          { header: 'With', cell: nameOf },
          { header: 'Direction', cell: ({ call_direction }) => directionWords[call_direction] },
          {
            header: 'State',
            cell: ({ state, recording }) => (
              <StatusBadge
                status={
                  state === 'ringing'
                    ? { title: 'Ringing', color: 'yellow' }
                    : {
                        title: recording === 'on' ? 'In a call, recorded' : 'In a call',
                        color: recording === 'on' ? 'red' : 'green',
                      }
                }
              />
            ),
          },
          { header: 'Length', figures: true, cell: (call) => <Running call={call} /> },
        ]}
      />
    </section>
  );
}

function Running({ call: { answered_at } }: { call: Call }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return answered_at ? clockOf(Math.max(0, Math.floor((now - Date.parse(answered_at)) / 1000))) : null;
}

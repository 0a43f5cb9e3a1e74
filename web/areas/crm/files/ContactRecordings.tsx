// Recordings of calls with a contact, each with a player.
import { Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMicrophone, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefOf } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type CallFile, downloadCallFile, listCallFiles } from '#contract/files.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactFiles.module.css';
import { lengthWords } from './files.labels.ts';

type Field = NonNullable<NonNullable<CallOf<typeof listCallFiles>['query']>['order_field']>;

export function ContactRecordings({ id }: { id: number }) {
  const me = useMe();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<{ field: Field; direction: 'ASC' | 'DESC' }>({ field: 'started_at', direction: 'DESC' });
  const [q] = useDebouncedValue(text.trim(), 150);
  const query = useQuery({
    ...queryOf(listCallFiles, { params: { id }, query: { q, page, order: order.direction, order_field: order.field } }),
    placeholderData: keepPreviousData,
  });
  useUpdate('contact.changed', (changed) => changed.id === id && void invalidate(listCallFiles));
  const rows = query.data?.data ?? [];
  return (
    <section aria-label="Recordings">
      <Title order={2} size="h3" mt="md" mb="xs">
        Recordings
      </Title>
      {(rows.length > 0 || q !== '') && (
        <TextInput
          type="search"
          my="sm"
          aria-label="Search recordings by number or name"
          placeholder="Search by number or name"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {query.error && !query.data ? (
        <FailedQuery query={query} />
      ) : query.isPending ? (
        <SkeletonLines lines={5} height={16} />
      ) : rows.length > 0 ? (
        <PlainTable<CallFile, Field>
          label="Recordings"
          rows={rows}
          keyOf={(call) => call.id}
          order={order}
          onOrder={(next) => {
            setOrder(next);
            setPage(1);
          }}
          columns={[
            {
              header: 'When',
              orderField: 'started_at',
              cell: (call) => (
                <>
                  <div className="figures">{momentIn(me.timezone, call.started_at)}</div>
                  <Text size="xs" c="dimmed">
                    {[call.direction === 'inbound' ? 'Incoming' : 'Outgoing', call.user?.name].filter(Boolean).join(', ')}
                  </Text>
                </>
              ),
            },
            { header: 'Number', orderField: 'number', figures: true, cell: ({ number }) => formatPhone(number) },
            { header: 'Length', orderField: 'seconds', figures: true, cell: ({ seconds }) => lengthWords(seconds) },
            { header: 'Recording', cell: (call) => <Player id={id} call={call} name={momentIn(me.timezone, call.started_at)} /> },
          ]}
        />
      ) : q !== '' ? (
        <EmptyState icon={IconSearchOff} heading="h3" title={`No recordings match “${q}”`} />
      ) : (
        <EmptyState
          icon={IconMicrophone}
          heading="h3"
          title="No recordings yet"
          text="Recorded calls with this contact appear here."
        />
      )}
      <Pages page={page} total={query.data?.meta.total_pages} onPage={setPage} />
    </section>
  );
}

const Player = ({ id, call, name }: { id: number; call: CallFile; name: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: nobody writes down what is said on a call
  <audio
    controls
    preload="none"
    className={classes.player}
    aria-label={`Recording of ${name}`}
    src={hrefOf(downloadCallFile, { params: { id, callFileId: call.id } })}
  />
);

// Every change of a contact's owner or pool, the newest first.
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactTransfers } from '#contract/transfers.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { holderWords } from '../contacts.labels.ts';

export function ContactTransfers({ id }: { id: number }) {
  const me = useMe();
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(text.trim(), 150);
  const transfers = useQuery({
    ...queryOf(listContactTransfers, { params: { id }, query: { q, page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useUpdate('contact.changed', (changed) => changed.id === id && void invalidate(listContactTransfers));
  useUpdate('contacts.changed', () => void invalidate(listContactTransfers));
  const rows = transfers.data?.data ?? [];
  if (transfers.error && !transfers.data) return <FailedQuery query={transfers} />;
  if (transfers.isPending) return <SkeletonLines lines={6} height={16} />;
  return (
    <>
      {(rows.length > 0 || q !== '') && (
        <TextInput
          type="search"
          my="sm"
          aria-label="Search transfers by name"
          placeholder="Search by name"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
      )}
      {rows.length > 0 ? (
        <PlainTable
          label="Transfers of the contact"
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            { header: 'When', cell: ({ at }) => <span className="figures">{momentIn(me.timezone, at)}</span> },
            { header: 'From', cell: ({ from }) => holderWords(from) },
            { header: 'To', cell: ({ to }) => holderWords(to) },
            { header: 'By', cell: ({ by, reverted }) => [by?.name, reverted && 'as an undo'].filter(Boolean).join(', ') },
            {
              header: 'Transfer',
              cell: ({ transfer_attempt_id }) =>
                transfer_attempt_id !== null &&
                me.can['contacts.bulk'] && (
                  <Link to="/transfers/$id" params={{ id: String(transfer_attempt_id) }}>
                    Open
                  </Link>
                ),
            },
          ]}
        />
      ) : q !== '' ? (
        <EmptyState icon={IconSearchOff} title={`No transfers match “${q}”`} />
      ) : (
        <EmptyState icon={IconArrowRight} title="Never transferred" text="Each change of the owner or the pool is listed here." />
      )}
      <Pages page={page} total={transfers.data?.meta.total_pages} onPage={setPage} />
    </>
  );
}

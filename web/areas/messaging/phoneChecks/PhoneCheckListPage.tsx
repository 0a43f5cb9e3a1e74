// Phone numbers that were checked, with what the carrier said and what it cost.
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhoneCheck, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { listPhoneChecks } from '#contract/phoneChecks.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './PhoneCheckListPage.module.css';
import { checkReasonWords, checkStateTones, checkStateWords, lineTypeWords } from './phoneChecks.labels.ts';

export function PhoneCheckListPage() {
  const { timezone } = useMe();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const [page, setPage] = useState(1);
  const query = useQuery({ ...queryOf(listPhoneChecks, { query: { q, page } }), placeholderData: keepPreviousData });
  useUpdate('phone_checks.changed', () => void invalidate(listPhoneChecks));
  const rows = query.data?.data ?? [];
  const { total_count, total_pages } = query.data?.meta ?? {};
  return (
    <>
      <PageHeader title="Number checks" about={total_count?.toLocaleString('en-US')} />
      <div className={classes.page}>
        <TextInput
          className={classes.search}
          type="search"
          label="Search"
          placeholder="Number or name"
          leftSection={<IconSearch size="1rem" stroke={1.6} />}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        {query.error && !query.data ? (
          <FailedQuery query={query} />
        ) : !query.data ? (
          <SkeletonLines lines={8} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconPhoneCheck}
            title={q ? 'No matching checks' : 'No numbers checked yet'}
            text="Select contacts in the list, then choose Check numbers. A landline gets no texts."
          />
        ) : (
          <PlainTable
            label="Number checks"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Number', cell: ({ phone_number }) => <span className="figures">{formatPhone(phone_number)}</span> },
              {
                header: 'Contact',
                cell: ({ contact }) => (
                  <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
                    {contact.name}
                  </Link>
                ),
              },
              { header: 'Line', cell: ({ line_type }) => (line_type ? lineTypeWords[line_type] : '') },
              { header: 'Carrier', cell: ({ carrier }) => carrier },
              {
                header: 'Status',
                cell: ({ state, reason }) => (
                  <StatusBadge
                    status={{ title: reason ? checkReasonWords[reason] : checkStateWords[state], color: checkStateTones[state] }}
                  />
                ),
              },
              { header: 'Cost', figures: true, cell: ({ cost }) => cost && `$${cost}` },
              { header: 'By', cell: ({ asked_by }) => asked_by.name },
              {
                header: 'When',
                cell: ({ checked_at, created_at }) => (
                  <span className="figures">{momentIn(timezone, checked_at ?? created_at)}</span>
                ),
              },
            ]}
          />
        )}
        <Pages page={page} total={total_pages} onPage={setPage} />
      </div>
    </>
  );
}

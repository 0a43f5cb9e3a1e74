// The applications that users sent.
import { SegmentedControl } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listSignups } from '#contract/signups.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Signup.module.css';
import { statusLabels, statusTones } from './signups.labels.ts';

const shown = ['sent', 'returned', 'approved'] as const;

export function SignupListPage() {
  const { timezone } = useMe();
  const [status, setStatus] = useState<(typeof shown)[number] | 'all'>('sent');
  const [page, setPage] = useState(1);
  const query = { page, status: status === 'all' ? [] : [status] };
  const signups = useQuery({ ...queryOf(listSignups, { query }), placeholderData: keepPreviousData });
  useUpdate('signups.changed', () => void invalidate(listSignups));
  const rows = signups.data?.data ?? [];
  const { total_count, total_pages } = signups.data?.meta ?? {};
  return (
    <>
      <PageHeader title="Applications" about={total_count?.toLocaleString('en-US')} />
      <div className={classes.list}>
        <SegmentedControl
          mb="md"
          aria-label="Applications in view"
          value={status}
          onChange={(next) => {
            setStatus(next as typeof status);
            setPage(1);
          }}
          data={[...shown.map((value) => ({ value, label: statusLabels[value] })), { value: 'all', label: 'All' }]}
        />
        {signups.error && !signups.data ? (
          <FailedQuery query={signups} />
        ) : signups.isPending ? (
          <SkeletonLines lines={8} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconClipboardCheck}
            title={status === 'sent' ? 'No application waits' : 'No applications here'}
            text="Users fill theirs in under their own name: Your application."
          />
        ) : (
          <PlainTable
            label="Applications"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'Name',
                cell: ({ id, user }) => (
                  <Link to="/admin/signups/$id" params={{ id: String(id) }}>
                    {user.name}
                  </Link>
                ),
              },
              { header: 'NPN', cell: ({ npn }) => <span className="figures">{npn}</span> },
              { header: 'States', cell: ({ states }) => states.join(', ') },
              {
                header: 'Status',
                cell: (row) => <StatusBadge status={{ title: statusLabels[row.status], color: statusTones[row.status] }} />,
              },
              {
                header: 'Sent',
                cell: ({ sent_at }) => <span className="figures">{sent_at && momentIn(timezone, sent_at)}</span>,
              },
            ]}
          />
        )}
        <Pages page={page} total={total_pages} onPage={setPage} />
      </div>
    </>
  );
}

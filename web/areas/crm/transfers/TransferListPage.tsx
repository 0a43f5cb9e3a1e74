// All transfers, the newest first, with live figures.
import { Pagination, Progress, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { TransferAttempt } from '#contract/transfers.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { TransferActions } from './TransferActions.tsx';
import classes from './Transfers.module.css';
import { attemptsQuery, useTransferProgress } from './transfers.api.ts';
import { amount, isRunning, receiversOf, shareOf, statusLabels, statusTones } from './transfers.labels.ts';

const orders = {
  newest: { label: 'Newest first', order_field: 'created_at', order: 'DESC' },
  oldest: { label: 'Oldest first', order_field: 'created_at', order: 'ASC' },
  largest: { label: 'Most contacts first', order_field: 'total', order: 'DESC' },
  status: { label: 'By status', order_field: 'status', order: 'ASC' },
  who: { label: 'By who transferred', order_field: 'asked_by', order: 'ASC' },
} as const;
type Order = keyof typeof orders;

export function TransferListPage() {
  const { timezone } = useMe();
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>('newest');
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(text.trim(), 200);
  const { label: _, ...by } = orders[order];
  const attempts = useQuery(attemptsQuery({ q, page, ...by }));
  useTransferProgress();
  const rows = attempts.data?.data ?? [];
  const { total_count, total_pages = 1 } = attempts.data?.meta ?? {};
  return (
    <>
      <PageHeader title="Transfers" about={total_count !== undefined && amount(total_count)} />
      <div className={classes.page}>
        <search className={classes.bar} aria-label="Transfers">
          <TextInput
            className={classes.search ?? ''}
            type="search"
            aria-label="Search by person or pool"
            placeholder="Person or pool"
            leftSection={<IconSearch size="1rem" stroke={1.6} />}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setPage(1);
            }}
          />
          <Select
            aria-label="Order"
            allowDeselect={false}
            data={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
            value={order}
            onChange={(next) => {
              setOrder(next as Order);
              setPage(1);
            }}
          />
        </search>
        {attempts.error && !attempts.data ? (
          <FailedQuery query={attempts} />
        ) : attempts.isPending ? (
          <SkeletonLines lines={8} height={28} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={IconArrowRight}
            title={q ? 'No matching transfers' : 'No transfers yet'}
            text={q ? 'Search for another person or pool.' : 'Select contacts in the list, then choose Transfer.'}
          />
        ) : (
          <PlainTable
            label="Transfers"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'To',
                cell: (attempt) => (
                  <Link to="/transfers/$id" params={{ id: String(attempt.id) }}>
                    {receiversOf(attempt)}
                  </Link>
                ),
              },
              { header: 'Contacts', figures: true, cell: countOf },
              { header: 'Status', cell: (attempt) => <Status attempt={attempt} /> },
              { header: 'Transferred by', cell: ({ asked_by }) => asked_by?.name ?? 'Steward' },
              {
                header: 'Started',
                cell: ({ created_at }) => <span className="figures">{momentIn(timezone, created_at)}</span>,
              },
            ]}
            actions={(attempt) => <TransferActions attempt={attempt} small />}
          />
        )}
        {total_pages > 1 && (
          <nav className={classes.foot} aria-label="Pages">
            <Pagination
              total={total_pages}
              value={page}
              size="sm"
              onChange={setPage}
              getControlProps={(control) => ({ 'aria-label': pageLabels[control] })}
              getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            />
          </nav>
        )}
      </div>
    </>
  );
}

const pageLabels = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };

const countOf = ({ status, total, done, changed }: TransferAttempt) => {
  if (total === null) return '';
  return isRunning(status) ? `${amount(done)} of ${amount(total)}` : amount(changed);
};

function Status({ attempt }: { attempt: TransferAttempt }) {
  const { status, undo } = attempt;
  const running = isRunning(status) ? attempt : undo && isRunning(undo.status) ? undo : null;
  const title = running === undo && undo ? 'Reverting' : statusLabels[status];
  return (
    <span className={classes.status}>
      <StatusBadge status={{ title, color: statusTones[status] }} />
      {running && <Progress className={classes.progress} value={shareOf(running) * 100} size="sm" aria-label="Progress" />}
    </span>
  );
}

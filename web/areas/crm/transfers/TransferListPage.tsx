// All transfers, the newest first, with live figures.
import { Progress, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { TransferAttempt } from '#contract/transfers.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { isRunning } from '#web/areas/crm/bulk/bulk.labels.ts';
import { TransferActions } from './TransferActions.tsx';
import classes from './Transfers.module.css';
import { attemptsQuery, useTransferProgress } from './transfers.api.ts';
import { amount, receiversOf, shareOf, transferLabels, transferOrders, transferTones } from './transfers.labels.ts';
import type { TransferSearch } from './transfers.routes.tsx';

export function TransferListPage() {
  const { timezone } = useMe();
  const { q, order, page } = useSearch({ from: '/shell/transfers' });
  const navigate = useNavigate({ from: '/transfers' });
  const [text, setText] = useState(q);
  const go = (next: Partial<TransferSearch>) => void navigate({ search: (old) => ({ ...old, page: 1, ...next }) });
  const search = useDebouncedCallback((said: string) => go({ q: said.trim() }), 200);
  const attempts = useQuery(attemptsQuery({ q, page, ...transferOrders[order].by }));
  useTransferProgress();
  const rows = attempts.data?.data ?? [];
  const { total_count, total_pages } = attempts.data?.meta ?? {};
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
              search(event.currentTarget.value);
            }}
          />
          <Select
            aria-label="Order"
            allowDeselect={false}
            data={Object.entries(transferOrders).map(([value, { label }]) => ({ value, label }))}
            value={order}
            onChange={(next) => go({ order: next as TransferSearch['order'] })}
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
              { header: 'Transferred by', cell: ({ asked_by }) => asked_by?.name },
              {
                header: 'Started',
                cell: ({ created_at }) => <span className="figures">{momentIn(timezone, created_at)}</span>,
              },
            ]}
            actions={(attempt) => <TransferActions attempt={attempt} small />}
          />
        )}
        <Pages page={page} total={total_pages} onPage={(next) => go({ page: next })} />
      </div>
    </>
  );
}

const countOf = ({ status, total, done, changed }: TransferAttempt) => {
  if (total === null) return '';
  return isRunning({ status }) ? `${amount(done)} of ${amount(total)}` : amount(changed);
};

function Status({ attempt }: { attempt: TransferAttempt }) {
  const { status, undo } = attempt;
  const running = isRunning({ status }) ? attempt : undo && isRunning(undo) ? undo : null;
  const title = running === undo && undo ? 'Reverting' : transferLabels[status];
  return (
    <span className={classes.status}>
      <StatusBadge status={{ title, color: transferTones[status] }} />
      {running && <Progress className={classes.progress} value={shareOf(running) * 100} size="sm" aria-label="Progress" />}
    </span>
  );
}

// Invoices of the plans that the user pays for.
import { Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listAccountHistory } from '#contract/billing.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { dayIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { cardOf, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { invoiceTones, invoiceWords, productNames } from './billing.labels.ts';

export function BillingHistory() {
  const { timezone } = useMe();
  const [page, setPage] = useState(1);
  const history = useQuery({ ...queryOf(listAccountHistory, { query: { page } }), placeholderData: keepPreviousData });
  return (
    <>
      <Title order={2} size="h4">
        History
      </Title>
      {history.error && !history.data ? (
        <FailedQuery query={history} />
      ) : history.isPending ? (
        <SkeletonLines lines={4} height={24} />
      ) : history.data.data.length === 0 ? (
        <EmptyState icon={IconReceipt} title="No invoices yet" text="What you pay for plans is listed here." />
      ) : (
        <PlainTable
          label="History"
          rows={history.data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'What',
              cell: ({ product, lines }) => `${productNames[product]}, ${lines.map(({ text }) => text).join(', ')}`,
            },
            { header: 'When', cell: ({ issued_at }) => <span className="figures">{dayIn(timezone, issued_at)}</span> },
            { header: 'Invoice', figures: true, cell: ({ number }) => number ?? '' },
            { header: 'Card', cell: ({ card }) => card && cardOf(card) },
            { header: 'Amount', figures: true, cell: ({ total }) => dollarsOf(total) },
            {
              header: 'State',
              cell: ({ state }) => <StatusBadge status={{ title: invoiceWords[state], color: invoiceTones[state] }} />,
            },
          ]}
        />
      )}
      <Pages page={page} total={history.data?.meta.total_pages ?? 1} onPage={setPage} />
    </>
  );
}

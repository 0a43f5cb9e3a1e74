// Spending of a period, as bars and as a table, and today's price of each kind of use.
import { SegmentedControl, Select, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { listCorporations } from '#contract/corporations.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { getWalletAnalytics, listUsagePrices } from '#contract/wallet.ts';
import type { AnalyticsPeriod } from '#contract/walletLists.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Wallet.module.css';
import { WalletBars } from './WalletBars.tsx';
import { dollarsOf, usageWords } from './wallet.labels.ts';

const periods: Record<AnalyticsPeriod, string> = { week: '7 days', month: '30 days', quarter: '3 months', year: 'A year' };

export function WalletUse() {
  const [period, setPeriod] = useState<AnalyticsPeriod>('month');
  const [corporation, setCorporation] = useState<string | null>(null);
  const corporations = useQuery(queryOf(listCorporations, { query: {} })).data?.data ?? [];
  const use = useQuery({
    ...queryOf(getWalletAnalytics, { query: { period, ...(corporation && { corporation_id: Number(corporation) }) } }),
    placeholderData: keepPreviousData,
  });
  if (use.error && !use.data) return <FailedQuery query={use} />;
  return (
    <div className={classes.part}>
      <div>
        <SegmentedControl
          aria-label="Period"
          value={period}
          data={Object.entries(periods).map(([value, label]) => ({ value, label }))}
          onChange={(next) => setPeriod(next as AnalyticsPeriod)}
        />
        {corporations.length > 0 && (
          <Select
            mt="sm"
            maw="20rem"
            label="Corporation"
            placeholder="All use"
            clearable
            searchable
            data={corporations.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={corporation}
            onChange={setCorporation}
          />
        )}
      </div>
      {use.isPending ? (
        <SkeletonLines lines={6} height={24} />
      ) : (
        <>
          <Title order={2} size="h4">{`Spent ${dollarsOf(use.data.total)}`}</Title>
          <WalletBars spent={use.data.spent} from={use.data.from} period={period} />
          {use.data.usage.length > 0 && (
            <PlainTable
              label="Spent by kind"
              rows={use.data.usage}
              keyOf={({ usage_type }) => usage_type}
              columns={[
                { header: 'Kind', cell: ({ usage_type }) => usageWords[usage_type] },
                { header: 'How many', figures: true, cell: ({ quantity }) => quantity.toLocaleString('en-US') },
                { header: 'Spent', figures: true, cell: ({ amount }) => dollarsOf(amount) },
              ]}
            />
          )}
        </>
      )}
      <Prices />
    </div>
  );
}

function Prices() {
  const prices = useQuery(queryOf(listUsagePrices));
  return (
    <>
      <Title order={2} size="h4">
        Prices
      </Title>
      {prices.error && !prices.data ? (
        <FailedQuery query={prices} />
      ) : prices.isPending ? (
        <SkeletonLines lines={4} height={24} />
      ) : (
        <PlainTable
          label="Prices"
          rows={prices.data.data}
          keyOf={({ usage_type }) => usage_type}
          columns={[
            { header: 'One', cell: ({ usage_type }) => usageWords[usage_type] },
            { header: 'Price', figures: true, cell: ({ price }) => dollarsOf(price) },
            { header: 'Since', cell: ({ effective_from }) => <span className="figures">{formatDay(effective_from)}</span> },
          ]}
        />
      )}
    </>
  );
}

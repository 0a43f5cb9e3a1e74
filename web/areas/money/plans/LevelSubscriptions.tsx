// Everyone's subscriptions to what is sold by its level alone: the account and Max Plus.
import { TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconReceipt } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getAccountInfo } from '#contract/accounts.ts';
import { endAccountSubscription, getBilling, listAccountSubscriptions } from '#contract/billing.ts';
import { endMaxPlusSubscription, listMaxPlusSubscriptions } from '#contract/maxPlus.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { EndDialog } from './EndDialog.tsx';
import { maxPlusCalls } from './maxPlus.api.ts';
import classes from './Plans.module.css';
import { SubscriptionTable } from './SubscriptionTable.tsx';

const products = {
  account: {
    list: listAccountSubscriptions,
    end: endAccountSubscription,
    changes: [listAccountSubscriptions, getBilling, getAccountInfo],
    none: 'Neither the company nor anyone here pays for the account.',
  },
  max_plus: {
    list: listMaxPlusSubscriptions,
    end: endMaxPlusSubscription,
    changes: [listMaxPlusSubscriptions, ...maxPlusCalls],
    none: 'Users choose Max Plus under Plans. Their subscriptions are listed here.',
  },
} as const;

export function LevelSubscriptions({ product }: { product: keyof typeof products }) {
  const { company } = useMe();
  const { list, end, changes, none } = products[product];
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const [page, setPage] = useState(1);
  const [ending, setEnding] = useState<Subscription>();
  const found = useQuery({ ...queryOf(list, { query: { q, page } }), placeholderData: keepPreviousData });
  useUpdate('subscriptions.changed', () => void invalidate(...changes));
  const effectOf = ({ type }: Subscription) => {
    if (product === 'max_plus')
      return type === 'self' ? 'The payer loses Max Plus.' : 'Everyone with a licence of it loses Max Plus.';
    return type === 'company'
      ? `Then nobody at ${company.name} can work here until an administrator chooses a plan again. The data stays.`
      : 'Then the payer works here as the company’s plan allows. Their data stays.';
  };
  if (found.error && !found.data) return <FailedQuery query={found} />;
  if (found.isPending) return <SkeletonLines lines={4} height={28} />;
  const { data, meta } = found.data;
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h4">
          Subscriptions
        </Title>
        <TextInput
          aria-label="Who pays"
          placeholder="Who pays"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      {data.length === 0 ? (
        <EmptyState icon={IconReceipt} title="No subscriptions" text={q ? 'Nobody with this name pays for it.' : none} />
      ) : (
        <SubscriptionTable rows={data} onEnd={setEnding} />
      )}
      <Pages page={page} total={meta.total_pages} onPage={setPage} />
      {ending && (
        <EndDialog
          end={end}
          invalidates={changes}
          subscription={ending}
          effect={effectOf(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

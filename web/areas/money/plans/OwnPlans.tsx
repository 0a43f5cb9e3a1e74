// The user's subscriptions to one product, and the plans to choose from.
import { Button, Text, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Plan } from '#contract/subscriptions.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { PhoneHint } from '#web/areas/voice/dialer/PhoneHint.tsx';
import classes from './Plans.module.css';
import { type PlanProduct, plansOf, usePlanChanges } from './plans.api.ts';
import { levelWords, unitWords } from './plans.labels.ts';
import { SubscriptionBox } from './SubscriptionBox.tsx';

const SubscribeDialog = later(() => import('./SubscribeDialog.tsx').then((module) => module.SubscribeDialog));
const Licences = later(() => import('./Licences.tsx').then((module) => module.Licences));

export function OwnPlans({ product }: { product: PlanProduct }) {
  const calls = plansOf[product];
  const me = useMe();
  const own = useQuery(queryOf(calls.listSubscriptions, { query: { mine: true, limit: 100 } }));
  usePlanChanges(product);
  if (own.error && !own.data) return <FailedQuery query={own} />;
  if (own.isPending) return <SkeletonLines lines={6} height={28} />;
  const live = own.data.data.filter(({ state }) => state !== 'ended');
  const shared = live.some(({ type, state }) => type !== 'self' && state !== 'pending');
  return (
    <div className={classes.part}>
      {product === 'dialer' && <PhoneHint atPlans />}
      {live.map((subscription) => (
        <SubscriptionBox key={subscription.id} product={product} subscription={subscription} />
      ))}
      {shared && me.can['subscriptions.share'] && (
        <Suspense>
          <Licences product={product} />
        </Suspense>
      )}
      <Offers product={product} />
    </div>
  );
}

function Offers({ product }: { product: PlanProduct }) {
  const calls = plansOf[product];
  const offered = useQuery(queryOf(calls.listPlans));
  const enterprise = useQuery(queryOf(calls.listEnterprisePlans));
  const [chosen, setChosen] = useState<Plan>();
  if (offered.error && !offered.data) return <FailedQuery query={offered} />;
  if (offered.isPending) return <SkeletonLines lines={3} height={28} />;
  const plans = [...offered.data.data, ...(enterprise.data?.data ?? [])];
  if (plans.length === 0)
    return <EmptyState icon={IconReceipt} title="No plans yet" text="Your administrators add plans under Admin, Plans." />;
  return (
    <>
      <Title order={2} size="h4">
        Plans to choose from
      </Title>
      <PlainTable
        label="Plans"
        rows={plans}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Plan', cell: ({ name }) => name },
          { header: 'Level', cell: ({ level }) => levelWords[level] },
          {
            header: 'Includes in a month',
            figures: true,
            cell: ({ included }) => `${included.toLocaleString('en-US')} ${unitWords[product]}`,
          },
          {
            header: 'Price of a month',
            figures: true,
            cell: ({ price, enterprise: agreed }) => (agreed ? 'By agreement' : dollarsOf(price)),
          },
        ]}
        actions={(plan) => (
          <Button
            size="xs"
            variant="default"
            aria-label={plan.enterprise ? `Ask for it: ${plan.name}` : `Subscribe to ${plan.name}`}
            onClick={() => setChosen(plan)}
          >
            {plan.enterprise ? 'Ask for it' : 'Subscribe'}
          </Button>
        )}
      />
      <Text size="sm" c="dimmed">
        You pay by the month, in advance.
        {product === 'texting' && ' A text counts once for each segment of 160 characters, and three times with pictures.'}
      </Text>
      <Suspense>{chosen && <SubscribeDialog product={product} plan={chosen} onClose={() => setChosen(undefined)} />}</Suspense>
    </>
  );
}

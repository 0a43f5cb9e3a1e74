// Max Plus: for oneself, and for one's people.
import { Anchor, Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { AccountPlan } from '#contract/billing.ts';
import { cancelMaxPlus, getMaxPlus, type MaxPlus, subscribeMaxPlus } from '#contract/maxPlus.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { FormError } from '#ui/FormError.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { later } from '#ui/later.ts';
import { dayIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useConnectCard } from '#web/areas/money/wallet/wallet.api.ts';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { maxPlusCalls, sayMaxPlus, useMaxPlusChanges } from './maxPlus.api.ts';
import classes from './Plans.module.css';
import { payerWords, stateTones, stateWords } from './plans.labels.ts';

const MaxPlusPeople = later(() => import('./MaxPlusPeople.tsx').then((module) => module.MaxPlusPeople));

export function MaxPlusPart() {
  const me = useMe();
  const plus = useQuery(queryOf(getMaxPlus));
  useMaxPlusChanges();
  if (plus.error && !plus.data) return <FailedQuery query={plus} />;
  if (plus.isPending) return <SkeletonLines lines={6} height={28} />;
  const { own, team, plans } = plus.data;
  const given = me.max_plus_subscription.active && own?.state !== 'active';
  return (
    <div className={classes.part}>
      {own && <Box subscription={own} type="personal" />}
      {team && <Box subscription={team} type="company" />}
      {given ? (
        <Text>{`You have Max Plus ${me.max_plus_subscription.plan ?? ''}: somebody else pays for it.`}</Text>
      ) : (
        <Levels plans={plans} own={own} />
      )}
      {me.can['subscriptions.share'] && (
        <Suspense fallback={<SkeletonLines lines={4} height={28} />}>
          <MaxPlusPeople plus={plus.data} />
        </Suspense>
      )}
    </div>
  );
}

function Box({ subscription, type }: { subscription: Subscription; type: 'personal' | 'company' }) {
  const { timezone } = useMe();
  const [cancelling, setCancelling] = useState(false);
  const cancel = useSend(cancelMaxPlus, {
    invalidates: maxPlusCalls,
    onDone: () => {
      notice.done('Max Plus ends with its period');
      setCancelling(false);
    },
  });
  const { plan, state, due_at, cancel_at_end, licences, quantity, amount, price, action_url, granted, next_plan } = subscription;
  const day = due_at && dayIn(timezone, due_at);
  return (
    <section className={classes.box} aria-label={`Max Plus ${plan.name}`}>
      <div className={classes.head}>
        <Title order={2} size="h4">{`Max Plus ${plan.name}`}</Title>
        <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} />
        <div className={classes.buttons}>
          {!cancel_at_end && state !== 'pending' && (
            <Button size="xs" variant="default" onClick={() => setCancelling(true)}>
              Cancel it
            </Button>
          )}
        </div>
      </div>
      {action_url && (
        <FormError>
          Your bank wants you to confirm the payment. <Anchor href={action_url}>Confirm it at your bank</Anchor>
        </FormError>
      )}
      <KeyValueList
        facts={[
          ['Who pays', granted ? 'Nobody: an administrator granted it' : payerWords[subscription.type]],
          ['A month', `${dollarsOf(amount)} for ${licences.total || quantity} of ${dollarsOf(price)}`],
          [cancel_at_end || granted ? 'Ends on' : 'Next charge on', day],
          ['From then on', next_plan?.name],
          ['Licences', type === 'company' && `${licences.assigned} of ${licences.total} given to people`],
        ]}
      />
      <ConfirmDialog
        opened={cancelling}
        title="Cancel Max Plus?"
        action="Cancel Max Plus"
        cancel="Keep it"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ body: { type } })}
        onClose={() => setCancelling(false)}
      >
        {state === 'active' && day
          ? `It works until ${day}, which is paid${type === 'company' ? ', for all of your people' : ''}. Until then you can take this back.`
          : 'It ends at once. Nothing more is charged.'}
      </ConfirmDialog>
    </section>
  );
}

function Levels({ plans, own }: Pick<MaxPlus, 'plans' | 'own'>) {
  const { connect, busy } = useConnectCard('/billing/update');
  const choose = useSend(subscribeMaxPlus, {
    form: true,
    handles: ['cards.none', 'subscriptions.price_changed', 'subscriptions.granted', 'invalid'],
    invalidates: maxPlusCalls,
    onDone: ({ own: now }) =>
      sayMaxPlus(now, now?.next_plan ? `${now.next_plan.name} begins with the next period` : 'You have Max Plus'),
  });
  const wordOf = ({ today, at_period_end, chosen }: AccountPlan) => {
    if (chosen && !own?.cancel_at_end && own?.state === 'active') return null;
    if (at_period_end) return 'Change to it';
    return today === '0.00' ? 'Keep it' : `Pay ${dollarsOf(today)} now`;
  };
  return (
    <>
      <Title order={2} size="h4">
        For yourself
      </Title>
      <FormError>{choose.error && textOf(choose.error)}</FormError>
      {isRefused(choose.error, 'cards.none') && (
        <div>
          <Button variant="default" loading={busy} onClick={connect}>
            Connect a card
          </Button>
        </div>
      )}
      <PlainTable
        label="Max Plus"
        rows={plans}
        keyOf={({ plan }) => plan}
        columns={[
          { header: 'Plan', cell: ({ name }) => name },
          { header: 'A month', figures: true, cell: ({ price }) => dollarsOf(price) },
          {
            header: 'Today',
            figures: true,
            cell: ({ today, at_period_end, chosen }) =>
              chosen ? 'Yours' : at_period_end ? 'Nothing; begins with the next period' : dollarsOf(today),
          },
        ]}
        actions={(plan) => {
          const word = wordOf(plan);
          return (
            word && (
              <Button
                size="xs"
                variant="default"
                aria-label={`${word} for ${plan.name}`}
                loading={choose.isPending}
                onClick={() => choose.mutate({ body: { plan: plan.plan, amount: plan.today } })}
              >
                {word}
              </Button>
            )
          );
        }}
      />
    </>
  );
}

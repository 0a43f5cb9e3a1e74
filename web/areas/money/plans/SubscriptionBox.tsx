// One subscription: who pays, until when, how much of it is used, and its changes with today's exact amount.
import { Anchor, Button, Progress, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { formatDay } from '#contract/kit/formats.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { FormError } from '#ui/FormError.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { later } from '#ui/later.ts';
import { dayIn } from '#ui/moments.ts';
import { useConnectCard } from '#web/areas/money/wallet/wallet.api.ts';
import { declineWords, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Plans.module.css';
import { changedBy, type PlanProduct, plansOf } from './plans.api.ts';
import { payerWords, stateTones, stateWords, unitWords } from './plans.labels.ts';

const ChangeDialog = later(() => import('./ChangeDialog.tsx').then((module) => module.ChangeDialog));

export function SubscriptionBox({ product, subscription }: { product: PlanProduct; subscription: Subscription }) {
  const { timezone } = useMe();
  const { plan, state, due_at, cancel_at_end, current_usage, included, licences, type, granted_until, next_plan } = subscription;
  const day = granted_until ? formatDay(granted_until) : due_at && dayIn(timezone, due_at);
  const waits = state === 'pending';
  const used = `${current_usage.toLocaleString('en-US')} of ${included.toLocaleString('en-US')} ${unitWords[product]}`;
  return (
    <section className={classes.box} aria-label={`Your plan ${plan.name}`}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          {plan.name}
        </Title>
        <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} />
        <Actions product={product} subscription={subscription} />
      </div>
      <Problem subscription={subscription} />
      <KeyValueList
        facts={[
          ['Who pays', granted_until ? 'Nobody: an administrator granted it' : payerWords[type]],
          [
            'A month',
            plan.enterprise
              ? 'By agreement'
              : `${dollarsOf(subscription.amount)} for ${licences.total || subscription.quantity} of ${dollarsOf(subscription.price)}`,
          ],
          [granted_until ? 'Ends after' : cancel_at_end ? 'Ends on' : 'Next charge on', waits ? null : day],
          ['From then on', next_plan?.name],
          [
            'Licences',
            type === 'self'
              ? null
              : waits
                ? `${subscription.quantity} asked for`
                : `${licences.assigned} of ${licences.total} given to people`,
          ],
          ['What is next', waits && plan.enterprise && 'An administrator activates it'],
          [
            'Used',
            !waits && (
              <span key="used" className={classes.bar}>
                {used}
                <Progress value={included ? (current_usage / included) * 100 : 0} size="sm" aria-label={used} />
              </span>
            ),
          ],
        ]}
      />
    </section>
  );
}

function Problem({ subscription: { state, failure, action_url, plan } }: { subscription: Subscription }) {
  const { connect, busy } = useConnectCard('/billing');
  if (action_url)
    return (
      <FormError>
        Your bank wants you to confirm the payment. <Anchor href={action_url}>Confirm it at your bank</Anchor>
      </FormError>
    );
  if (state !== 'past_due' && state !== 'unpaid') return null;
  return (
    <FormError>
      {`The payment of ${plan.name} failed. ${declineWords[failure ?? 'declined']} `}
      <Button size="compact-sm" variant="default" loading={busy} onClick={connect}>
        Connect a card
      </Button>
    </FormError>
  );
}

function Actions({ product, subscription }: { product: PlanProduct; subscription: Subscription }) {
  const { id, state, cancel_at_end, plan, due_at, granted } = subscription;
  const { timezone } = useMe();
  const calls = plansOf[product];
  const invalidates = changedBy(product);
  const [open, setOpen] = useState<'change' | 'cancel'>();
  const close = () => setOpen(undefined);
  const cancel = useSend(calls.cancelSubscription, {
    invalidates,
    onDone: (now) => {
      notice.done(now.state === 'ended' ? `${plan.name} has ended` : `${plan.name} ends with its period`);
      close();
    },
  });
  const keep = useSend(calls.updateSubscription, { invalidates, onDone: () => notice.done(`${plan.name} goes on`) });
  const atOnce = state !== 'active';
  return (
    <div className={classes.buttons}>
      {state === 'active' && !granted && !cancel_at_end && (
        <Button size="xs" variant="default" onClick={() => setOpen('change')}>
          Change
        </Button>
      )}
      {cancel_at_end ? (
        <Button
          size="xs"
          variant="default"
          loading={keep.isPending}
          onClick={() => keep.mutate({ params: { id }, body: { cancel_at_end: false } })}
        >
          Keep it
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setOpen('cancel')}>
          Cancel it
        </Button>
      )}
      <ConfirmDialog
        opened={open === 'cancel'}
        title={`Cancel ${plan.name}?`}
        action={`Cancel ${plan.name}`}
        cancel="Keep it"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ params: { id }, body: {} })}
        onClose={close}
      >
        {atOnce || !due_at
          ? 'It ends at once. Nothing more is charged.'
          : `It works until ${dayIn(timezone, due_at)}, which is paid. Nothing more is charged, and until then you can take this back.`}
      </ConfirmDialog>
      <Suspense>{open === 'change' && <ChangeDialog product={product} id={id} onClose={close} />}</Suspense>
    </div>
  );
}

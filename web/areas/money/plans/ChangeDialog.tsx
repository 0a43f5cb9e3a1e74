// Another plan, or more licences, each with the exact amount that is charged today.
import { Button, NumberInput, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { dueToday, moneyOf, moneyText, times } from '#contract/kit/money.ts';
import type { SubscriptionDetail } from '#contract/subscriptions.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { declineWords, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Plans.module.css';
import { changedBy, type PlanProduct, plansOf } from './plans.api.ts';

export function ChangeDialog({ product, id, onClose }: { product: PlanProduct; id: number; onClose: () => void }) {
  const detail = useQuery(queryOf(plansOf[product].getSubscription, { params: { id } }));
  return (
    <Dialog title="Change the plan" onClose={onClose}>
      {detail.error && !detail.data ? (
        <FailedQuery query={detail} />
      ) : detail.isPending ? (
        <SkeletonLines lines={4} height={28} />
      ) : (
        <div className={classes.part}>
          <Others product={product} subscription={detail.data} onClose={onClose} />
          {detail.data.type !== 'self' && <More product={product} subscription={detail.data} onClose={onClose} />}
        </div>
      )}
    </Dialog>
  );
}

interface Part {
  product: PlanProduct;
  subscription: SubscriptionDetail;
  onClose: () => void;
}

function Others({ product, subscription: { id, changes }, onClose }: Part) {
  const change = useSend(plansOf[product].updateSubscription, {
    invalidates: changedBy(product),
    onDone: (now, { body }) => {
      if (now.action_url) return location.assign(now.action_url);
      if (now.plan.id !== body.plan_id && now.next_plan?.id !== body.plan_id) {
        notice.told('The plan has not changed: the payment failed or is still under way.');
        return onClose();
      }
      notice.done(now.next_plan ? `${now.next_plan.name} begins with the next period` : `You have ${now.plan.name}`);
      onClose();
    },
  });
  if (changes.length === 0) return <Text>There is no other plan to change to.</Text>;
  return (
    <PlainTable
      label="Other plans"
      rows={changes}
      keyOf={({ plan }) => plan.id}
      columns={[
        { header: 'Plan', cell: ({ plan }) => plan.name },
        { header: 'A month', figures: true, cell: ({ plan }) => dollarsOf(plan.price) },
        {
          header: 'Today',
          figures: true,
          cell: ({ today, at_period_end }) => (at_period_end ? 'Nothing; begins with the next period' : dollarsOf(today)),
        },
      ]}
      actions={({ plan, today }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={`Change to ${plan.name}`}
          loading={change.isPending}
          onClick={() => change.mutate({ params: { id }, body: { plan_id: plan.id, amount: today } })}
        >
          Change to it
        </Button>
      )}
    />
  );
}

function More({ product, subscription: { id, licence_today }, onClose }: Part) {
  const [quantity, setQuantity] = useState(1);
  const amount = moneyText(dueToday(times(moneyOf(licence_today), quantity)));
  const order = useSend(plansOf[product].orderLicences, {
    invalidates: changedBy(product),
    onDone: (made) => {
      if (made.action_url) return location.assign(made.action_url);
      if (made.state === 'failed') notice.told(declineWords[made.failure ?? 'declined']);
      else if (made.state === 'pending') notice.told('The payment is under way. The licences come when it has arrived.');
      else notice.done(quantity === 1 ? 'Added a licence' : `Added ${quantity} licences`);
      onClose();
    },
  });
  return (
    <>
      <Title order={3} size="h4">
        More licences
      </Title>
      <div className={classes.head}>
        <NumberInput
          label="Licences"
          min={1}
          max={1000}
          value={quantity}
          onChange={(value) => setQuantity(Math.min(1000, Math.max(1, Number(value) || 1)))}
        />
        <Button loading={order.isPending} onClick={() => order.mutate({ body: { subscription_id: id, quantity, amount } })}>
          {amount === '0.00' ? 'Add them now' : `Pay ${dollarsOf(amount)} now`}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {`${dollarsOf(licence_today)} for each, for the days left of this period; then the full price every month.${amount === '0.00' && licence_today !== '0.00' ? ' Less than $0.50 is not charged.' : ''}`}
      </Text>
    </>
  );
}

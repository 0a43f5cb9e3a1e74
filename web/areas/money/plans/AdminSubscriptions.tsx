// All subscriptions of the company to one product, with their use; and orders of licences.
import { Button, Text, TextInput, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { PlanOrder, Subscription } from '#contract/subscriptions.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { later } from '#ui/later.ts';
import { dayIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { StatTile } from '#ui/StatTile.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { EndDialog } from './EndDialog.tsx';
import classes from './Plans.module.css';
import { changedBy, type PlanProduct, plansOf } from './plans.api.ts';
import { orderTones, orderWords, unitWords } from './plans.labels.ts';
import { ReasonField } from './ReasonField.tsx';
import { SubscriptionTable, whoPays } from './SubscriptionTable.tsx';

const GrantPlanDialog = later(() => import('./GrantDialogs.tsx').then((module) => module.GrantPlanDialog));
const GrantLicencesDialog = later(() => import('./GrantDialogs.tsx').then((module) => module.GrantLicencesDialog));

export function AdminSubscriptions({ product }: { product: PlanProduct }) {
  const calls = plansOf[product];
  const [page, setPage] = useState(1);
  const list = useQuery(queryOf(calls.listAdminSubscriptions, { query: { page } }));
  const usage = useQuery(queryOf(calls.getAdminUsage, { query: { limit: 1 } }));
  const [open, setOpen] = useState<{ what: 'end' | 'activate' | 'licences'; subscription: Subscription }>();
  const [granting, setGranting] = useState(false);
  if (list.error && !list.data) return <FailedQuery query={list} />;
  if (list.isPending) return <SkeletonLines lines={4} height={28} />;
  const { data, meta } = list.data;
  const sums = usage.data?.usage;
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h4">
          Subscriptions
        </Title>
        <Button variant="default" onClick={() => setGranting(true)}>
          Give a plan
        </Button>
      </div>
      {sums && sums.subscriptions > 0 && (
        <div className={classes.figures}>
          <StatTile label="In use" figure={String(sums.subscriptions)} />
          <StatTile label="Licences given" figure={`${sums.assigned} of ${sums.licences}`} />
          <StatTile
            label={`Used in this period, ${unitWords[product]}`}
            figure={`${sums.used.toLocaleString('en-US')} of ${sums.included.toLocaleString('en-US')}`}
          />
        </div>
      )}
      {data.length === 0 ? (
        <EmptyState
          icon={IconReceipt}
          title="No subscriptions yet"
          text="Users subscribe under Plans. Their subscriptions are listed here."
        />
      ) : (
        <SubscriptionTable
          rows={data}
          onEnd={(subscription) => setOpen({ what: 'end', subscription })}
          also={(subscription) => (
            <>
              {(subscription.state === 'pending' || subscription.state === 'unpaid') && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Activate ${subscription.plan.name} of ${whoPays(subscription)}`}
                  onClick={() => setOpen({ what: 'activate', subscription })}
                >
                  Activate
                </Button>
              )}
              {subscription.granted && subscription.active && subscription.type !== 'self' && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Add licences to ${subscription.plan.name} of ${whoPays(subscription)}`}
                  onClick={() => setOpen({ what: 'licences', subscription })}
                >
                  Add licences
                </Button>
              )}
            </>
          )}
        />
      )}
      <Pages page={page} total={meta.total_pages} onPage={setPage} />
      <Orders product={product} />
      {open?.what === 'end' && (
        <EndDialog
          end={calls.endSubscription}
          invalidates={changedBy(product)}
          subscription={open.subscription}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'activate' && (
        <ActivateDialog product={product} subscription={open.subscription} onClose={() => setOpen(undefined)} />
      )}
      <Suspense>
        {open?.what === 'licences' && (
          <GrantLicencesDialog product={product} subscription={open.subscription} onClose={() => setOpen(undefined)} />
        )}
        {granting && <GrantPlanDialog product={product} onClose={() => setGranting(false)} />}
      </Suspense>
    </>
  );
}

interface Asking {
  product: PlanProduct;
  subscription: Subscription;
  onClose: () => void;
}

function ActivateDialog({ product, subscription, onClose }: Asking) {
  const [until, setUntil] = useState('');
  const activate = useSend(plansOf[product].activateSubscription, {
    form: true,
    handles: ['invalid'],
    invalidates: changedBy(product),
    onDone: () => {
      notice.done('The subscription is active');
      onClose();
    },
  });
  const errors = isRefused(activate.error, 'invalid') ? activate.error.fieldErrors : {};
  return (
    <Dialog title={`Activate ${subscription.plan.name}`} onClose={onClose} size="sm">
      <FormLayout
        submit="Activate it"
        busy={activate.isPending}
        error={errors.id ?? false}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          activate.mutate({ body: { id: subscription.id, until } });
        }}
      >
        <TextInput
          type="date"
          label="Until"
          description="Its last day. No card is charged"
          required
          data-autofocus
          error={errors.until}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </FormLayout>
    </Dialog>
  );
}

function Orders({ product }: { product: PlanProduct }) {
  const { timezone } = useMe();
  const calls = plansOf[product];
  const [page, setPage] = useState(1);
  const orders = useQuery(queryOf(calls.listAdminOrders, { query: { page } }));
  const [taking, setTaking] = useState<PlanOrder>();
  if (!orders.data || orders.data.data.length === 0) return null;
  const { data, meta } = orders.data;
  return (
    <>
      <Title order={2} size="h4">
        Orders of licences
      </Title>
      <PlainTable
        label="Orders"
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Who', cell: ({ user }) => user.name },
          { header: 'When', cell: ({ created_at }) => <span className="figures">{dayIn(timezone, created_at)}</span> },
          { header: 'Licences', figures: true, cell: ({ quantity }) => quantity },
          { header: 'Amount', figures: true, cell: ({ amount }) => dollarsOf(amount) },
          {
            header: 'State',
            cell: ({ state }) => <StatusBadge status={{ title: orderWords[state], color: orderTones[state] }} />,
          },
        ]}
        actions={(order: PlanOrder) =>
          (order.state === 'paid' || order.state === 'pending') && (
            <Button
              size="xs"
              variant="default"
              aria-label={`Take back the order of ${order.user.name}`}
              onClick={() => setTaking(order)}
            >
              Take back
            </Button>
          )
        }
      />
      <Pages page={page} total={meta.total_pages} onPage={setPage} />
      {taking && <TakeBackDialog product={product} order={taking} onClose={() => setTaking(undefined)} />}
    </>
  );
}

/** It credits nothing: money goes back to a card by a refund alone. */
function TakeBackDialog({ product, order, onClose }: { product: PlanProduct; order: PlanOrder; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const take = useSend(plansOf[product].cancelOrder, {
    invalidates: changedBy(product),
    onDone: () => {
      notice.done('Took the order back');
      onClose();
    },
  });
  const isPaid = order.state === 'paid' && order.amount !== '0.00';
  return (
    <Dialog title={`Take back the order of ${order.user.name}?`} onClose={onClose} size="sm">
      <FormLayout
        submit="Take it back"
        busy={take.isPending}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          take.mutate({ body: { id: order.id, reason } });
        }}
      >
        <Text size="sm">
          {isPaid
            ? `The licences go at once, and from the next month on nobody pays for them. The ${dollarsOf(order.amount)} that were paid stay paid: to give them back, refund the payment under Admin, Payments.`
            : 'The licences go at once. Nothing was paid for them.'}
        </Text>
        <ReasonField value={reason} onChange={setReason} description="Stands in the audit log" />
      </FormLayout>
    </Dialog>
  );
}

// The account's plan, what is charged next, the cards, and what was charged.
import { Anchor, Button, Text, Title } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { askWhoIAm, useMe } from '#app/session.ts';
import { type AccountInfo, getAccountInfo } from '#contract/accounts.ts';
import { type Billing, getBilling, updateAccountPlan } from '#contract/billing.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { later } from '#ui/later.ts';
import { dayIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { stateTones, stateWords } from '#web/areas/money/plans/plans.labels.ts';
import { WalletCards } from '#web/areas/money/wallet/WalletCards.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Billing.module.css';
import { BillingHistory } from './BillingHistory.tsx';
import { billingCalls, useBillingChanges, useReturned } from './billing.api.ts';
import { productNames, typeOf } from './billing.labels.ts';
import { FailedPayments } from './FailedPayments.tsx';

const CancelPlanDialog = later(() => import('./CancelPlanDialog.tsx').then((module) => module.CancelPlanDialog));

const everyMinute = 60_000;

export function BillingPage() {
  const me = useMe();
  useReturned();
  useBillingChanges();
  const refetchInterval = me.missing === 'payment' && everyMinute;
  const account = useQuery({ ...queryOf(getAccountInfo), staleTime: 0, refetchInterval });
  const billing = useQuery({ ...queryOf(getBilling), refetchInterval });
  // Paid in the meantime: the other pages open by themselves.
  const differs = account.data !== undefined && account.data.missing !== me.missing;
  useEffect(() => {
    if (differs) void askWhoIAm();
  }, [differs]);
  const broken = [account, billing].find(({ error, data }) => error && !data);
  return (
    <>
      <PageHeader title="Billing" />
      <div className={classes.page}>
        {broken ? (
          <FailedQuery query={broken} />
        ) : account.data && billing.data ? (
          <>
            <FailedPayments failed={billing.data.failed} />
            <Plan account={account.data} billing={billing.data} />
            <Upcoming billing={billing.data} />
          </>
        ) : (
          <SkeletonLines lines={8} height={24} />
        )}
        <Title order={2} size="h4">
          Your cards
        </Title>
        <WalletCards returnTo="/billing" />
        <BillingHistory />
        {account.data && <Administrators contacts={account.data.contacts} />}
      </div>
    </>
  );
}

interface PlanProps {
  account: AccountInfo;
  billing: Billing;
}

function Plan({ account: { chosen_plan, ...account }, billing }: PlanProps) {
  const { company } = useMe();
  const { account: subscription } = billing;
  const told = billing.failed.some(({ product }) => product === 'account');
  const ends = subscription?.cancel_at_end || subscription?.granted;
  const until = chosen_plan.paid_until && formatDay(chosen_plan.paid_until);
  return (
    <>
      <FormError>{!account['paid_user?'] && !told && unpaidWords(until, billing)}</FormError>
      <section className={classes.box} aria-label="The account’s plan">
        <div className={classes.head}>
          <Title order={2} size="h4">
            {chosen_plan.name}
          </Title>
          {subscription && (
            <StatusBadge status={{ title: stateWords[subscription.state], color: stateTones[subscription.state] }} />
          )}
          <Actions billing={billing} />
        </div>
        <KeyValueList
          facts={[
            ['Company', company.name],
            ['A month', subscription && !subscription.granted && dollarsOf(chosen_plan.price)],
            ['Who pays', payerOf(billing)],
            [ends ? 'Ends after' : 'Paid until', until || (subscription ? null : 'No end date')],
            ['From then on', subscription?.next_plan?.name],
            ['Why it ends', billing.mine && billing.cancel_reason],
          ]}
        />
      </section>
    </>
  );
}

function unpaidWords(until: string | null, { account, can }: Billing): string {
  if (account) return 'Your account is not paid. Your data is safe. You can use it again when the payment has arrived.';
  if (until) return `Your company’s plan ended on ${until}. Your data is safe. You can use it again when the plan is renewed.`;
  return `Your company’s plan has ended. Your data is safe. ${can.company ? 'Choose a plan to use it again.' : 'Ask an administrator to renew it, or choose a plan for yourself.'}`;
}

function payerOf({ account, mine }: Billing): string | null {
  if (!account) return null;
  if (account.granted) return 'Nobody: an administrator granted it';
  return account.type === 'company' ? 'The company' : mine ? 'You, for yourself' : null;
}

function Actions({ billing }: { billing: Billing }) {
  const { account, mine, can } = billing;
  const me = useMe();
  const [cancelling, setCancelling] = useState(false);
  const keep = useSend(updateAccountPlan, {
    invalidates: billingCalls,
    onDone: () => notice.done('The plan goes on'),
  });
  const paid = me.missing !== 'payment';
  // Somebody whose company pays needs no plan of their own.
  if (me.impersonator || account?.granted || (account && !mine && paid)) return null;
  if (account?.state === 'pending' && account.action_url)
    return (
      <span className={classes.buttons}>
        <Anchor href={account.action_url}>Confirm the payment at your bank</Anchor>
      </span>
    );
  const owed = mine && (account?.state === 'past_due' || account?.state === 'unpaid');
  return (
    <span className={classes.buttons}>
      {account && mine && account.cancel_at_end ? (
        <Button
          size="xs"
          loading={keep.isPending}
          onClick={() => keep.mutate({ body: { plan: account.plan.level, amount: '0.00', type: typeOf(billing) } })}
        >
          Keep the plan
        </Button>
      ) : owed && account ? (
        <Button size="xs" renderRoot={(props) => <Link to="/billing/review" search={{ plan: account.plan.level }} {...props} />}>
          Pay now
        </Button>
      ) : (
        <Button size="xs" variant={account ? 'default' : 'filled'} renderRoot={(props) => <Link to="/billing/plan" {...props} />}>
          {account && mine ? 'Change the plan' : can.company ? 'Choose a plan' : 'Choose a plan for yourself'}
        </Button>
      )}
      {account && mine && !account.cancel_at_end && account.state !== 'pending' && (
        <Button size="xs" variant="default" onClick={() => setCancelling(true)}>
          Cancel the plan
        </Button>
      )}
      <Suspense>{cancelling && account && <CancelPlanDialog account={account} onClose={() => setCancelling(false)} />}</Suspense>
    </span>
  );
}

function Upcoming({ billing: { upcoming } }: { billing: Billing }) {
  const { timezone } = useMe();
  return (
    <>
      <Title order={2} size="h4">
        Next charges
      </Title>
      {upcoming.length === 0 ? (
        <EmptyState
          icon={IconReceipt}
          title="Nothing is charged next"
          text="Plans that you pay for stand here with their dates."
        />
      ) : (
        <PlainTable
          label="Next charges"
          rows={upcoming}
          keyOf={({ subscription_id }) => subscription_id}
          columns={[
            { header: 'What', cell: ({ product, text }) => `${productNames[product]}, ${text}` },
            { header: 'When', cell: ({ due_at }) => <span className="figures">{dayIn(timezone, due_at)}</span> },
            { header: 'Licences', figures: true, cell: ({ quantity }) => quantity },
            { header: 'Each', figures: true, cell: ({ price }) => dollarsOf(price) },
            { header: 'Amount', figures: true, cell: ({ amount }) => dollarsOf(amount) },
          ]}
        />
      )}
    </>
  );
}

const Administrators = ({ contacts }: Pick<AccountInfo, 'contacts'>) => (
  <>
    <Title order={2} size="h4">
      Administrators
    </Title>
    {contacts.length === 0 ? (
      <Text>Your company has no administrator.</Text>
    ) : (
      <ul className={classes.people}>
        {contacts.map(({ name, email }) => (
          <li key={email}>
            {name} <Anchor href={`mailto:${email}`}>{email}</Anchor>
          </li>
        ))}
      </ul>
    )}
  </>
);

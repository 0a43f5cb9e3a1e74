// A plan's price today and from when on, before the charge: the amount shown is the amount charged.
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { askWhoIAm, useMe } from '#app/session.ts';
import { type AccountPlan, type Billing, getBilling, updateAccountPlan } from '#contract/billing.ts';
import { type Card, listCards } from '#contract/cards.ts';
import { FormError } from '#ui/FormError.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { dayIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useConnectCard } from '#web/areas/money/wallet/wallet.api.ts';
import { cardWords, declineWords, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Billing.module.css';
import { billingCalls, useBillingChanges, usePlans, useReturned } from './billing.api.ts';
import { typeOf } from './billing.labels.ts';

export function BillingReviewPage() {
  const { plan: level } = useSearch({ from: '/shell/billing/review' });
  useReturned();
  useBillingChanges();
  const billing = useQuery(queryOf(getBilling));
  const plans = usePlans(billing.data);
  const cards = useQuery(queryOf(listCards));
  const plan = plans.data?.data.find((one) => one.plan === level);
  const broken = [plans, billing, cards].find(({ error, data }) => error && !data);
  return (
    <>
      <PageHeader title="Review the plan" />
      <div className={`${classes.page} ${classes.narrow}`}>
        {broken ? (
          <FailedQuery query={broken} />
        ) : plan && billing.data && cards.data ? (
          <Review plan={plan} billing={billing.data} card={cards.data.data.find(({ is_default }) => is_default)} />
        ) : (
          <SkeletonLines lines={6} height={24} />
        )}
        <Anchor size="sm" renderRoot={(props) => <Link to="/billing/plan" {...props} />}>
          Back to the plans
        </Anchor>
      </div>
    </>
  );
}

const handles = ['cards.none', 'subscriptions.price_changed', 'subscriptions.granted', 'invalid'] as const;

function Review({ plan, billing, card }: { plan: AccountPlan; billing: Billing; card: Card | undefined }) {
  const { timezone } = useMe();
  const navigate = useNavigate();
  const [failed, setFailed] = useState('');
  const { connect, busy } = useConnectCard(`/billing/review?plan=${plan.plan}`);
  const { mutate, isPending, error } = useSend(updateAccountPlan, {
    form: true,
    handles,
    invalidates: billingCalls,
    onDone: (now) => {
      const { account } = now;
      if (account?.action_url) return location.assign(account.action_url);
      const got = account?.state === 'active' && (account.next_plan ?? account.plan).level === plan.plan;
      if (!got) return setFailed(declineWords[account?.failure ?? 'declined']);
      notice.done(account.next_plan ? `${plan.name} begins with the next period` : `You have ${plan.name}`);
      void askWhoIAm();
      void navigate({ to: '/billing' });
    },
  });
  const type = typeOf(billing);
  const mine = billing.account && billing.mine ? billing.account : null;
  const costs = plan.today !== '0.00';
  const refused = handles.find((code) => isRefused(error, code));
  return (
    <section className={classes.box} aria-label={plan.name}>
      <FormError>{failed || (refused && error && textOf(error))}</FormError>
      <KeyValueList
        facts={[
          ['Plan', plan.name],
          ['For', type === 'company' ? 'The whole company' : 'Yourself'],
          ['A month', dollarsOf(plan.price)],
          ['Today', <strong key="today">{costs ? dollarsOf(plan.today) : 'Nothing'}</strong>],
          ['Why', whyOf(plan, mine !== null, mine?.state)],
          ['Next charge', mine?.due_at ? dayIn(timezone, mine.due_at) : 'In a month, and every month after it'],
          ['Card', card ? cardWords(card.brand, card.last4) : 'None yet'],
        ]}
      />
      <Text size="sm" c="dimmed">
        You can cancel with the end of any paid month.
      </Text>
      <div className={classes.buttons}>
        {costs && !card ? (
          <Button loading={busy} onClick={connect}>
            Connect a card
          </Button>
        ) : (
          <Button loading={isPending} onClick={() => mutate({ body: { plan: plan.plan, amount: plan.today, type } })}>
            {costs ? `Pay ${dollarsOf(plan.today)} now` : plan.at_period_end ? `Change to ${plan.name}` : `Keep ${plan.name}`}
          </Button>
        )}
        {costs && card && (
          <Button variant="default" renderRoot={(props) => <Link to="/billing/update" {...props} />}>
            Use another card
          </Button>
        )}
      </div>
    </section>
  );
}

function whyOf({ today, price, at_period_end, chosen }: AccountPlan, has: boolean, state: string | undefined): string {
  if (state === 'past_due' || state === 'unpaid') return 'The month that is not paid';
  if (at_period_end) return 'A cheaper plan begins with the next period';
  if (chosen) return 'It is your plan';
  if (has) return `The difference for the days left of this period, today included`;
  return today === price ? 'The first month' : '';
}

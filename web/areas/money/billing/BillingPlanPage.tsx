// The plans for the account side by side, each with what choosing it charges today.
import { Anchor, Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { type AccountPlan, getBilling } from '#contract/billing.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Billing.module.css';
import { useBillingChanges, usePlans } from './billing.api.ts';
import { typeOf } from './billing.labels.ts';

export function BillingPlanPage() {
  const billing = useQuery(queryOf(getBilling));
  const plans = usePlans(billing.data);
  const type = billing.data && typeOf(billing.data);
  const broken = [billing, plans].find(({ error, data }) => error && !data);
  useBillingChanges();
  return (
    <>
      <PageHeader title="Choose a plan" />
      <div className={classes.page}>
        {broken ? (
          <FailedQuery query={broken} />
        ) : !plans.data ? (
          <SkeletonLines lines={5} height={28} />
        ) : (
          <div className={classes.plans}>
            {plans.data.data.map((plan) => (
              <Choice key={plan.plan} plan={plan} />
            ))}
          </div>
        )}
        <Text size="sm" c="dimmed">
          {type === 'company'
            ? 'One price for the whole company, by the month, in advance. You can cancel with the end of any month.'
            : 'For yourself, by the month, in advance. You can cancel with the end of any month.'}{' '}
          <Anchor underline="always" renderRoot={(props) => <Link to="/billing" {...props} />}>
            Back to billing
          </Anchor>
        </Text>
      </div>
    </>
  );
}

function Choice({ plan: { plan, name, price, chosen, today, at_period_end } }: { plan: AccountPlan }) {
  return (
    <section className={classes.box} aria-label={name}>
      <Title order={2} size="h4">
        {name}
      </Title>
      <div>
        <span className={`${classes.price} figures`}>{dollarsOf(price)}</span> a month
      </div>
      <Text size="sm" c="dimmed">
        {chosen
          ? 'Your plan'
          : at_period_end
            ? 'Begins with the next period; nothing is charged today'
            : `${dollarsOf(today)} today`}
      </Text>
      <Button
        variant={chosen ? 'default' : 'filled'}
        renderRoot={(props) => <Link to="/billing/review" search={{ plan }} {...props} />}
      >
        {chosen ? `Review ${name}` : `Choose ${name}`}
      </Button>
    </section>
  );
}

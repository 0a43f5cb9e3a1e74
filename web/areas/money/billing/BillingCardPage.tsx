// The cards alone: what a payment that failed leads to.
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '#app/queries.ts';
import { getBilling } from '#contract/billing.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { WalletCards } from '#web/areas/money/wallet/WalletCards.tsx';
import classes from './Billing.module.css';
import { useBillingChanges, useReturned } from './billing.api.ts';
import { FailedPayments } from './FailedPayments.tsx';

export function BillingCardPage() {
  useReturned();
  useBillingChanges();
  const billing = useQuery(queryOf(getBilling));
  return (
    <>
      <PageHeader title="Cards" />
      <div className={`${classes.page} ${classes.narrow}`}>
        <FailedPayments failed={billing.data?.failed ?? []} />
        <Text size="sm" c="dimmed">
          The default card pays your plans. Payments that failed are tried again with a new card at once.{' '}
          <Anchor underline="always" renderRoot={(props) => <Link to="/billing" {...props} />}>
            Back to billing
          </Anchor>
        </Text>
        <WalletCards returnTo="/billing/update" />
      </div>
    </>
  );
}

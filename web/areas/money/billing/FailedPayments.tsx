// Payments that failed, each in plain words with what mends it.
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import type { FailedPayment } from '#contract/billing.ts';
import { FormError } from '#ui/FormError.tsx';
import { dayIn } from '#ui/moments.ts';
import { declineWords, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Billing.module.css';
import { forWords, stopWords } from './billing.labels.ts';

export const FailedPayments = ({ failed }: { failed: readonly FailedPayment[] }) =>
  failed.map((payment) => (
    <FormError key={`${payment.product} ${payment.plan}`}>
      <span className={classes.head}>
        <span className={classes.text}>
          <Sentence payment={payment} />
        </span>
        <Mend payment={payment} />
      </span>
    </FormError>
  ));

/** “The payment of $7.00 for texting failed. The card has expired. …” */
export function Sentence({ payment: { product, amount, failure, action_url, access_until } }: { payment: FailedPayment }) {
  const { timezone } = useMe();
  const until =
    product === 'wallet' ? '' : access_until ? ` From ${dayIn(timezone, access_until)} on, ${stopWords[product]}.` : '';
  const why = action_url ? 'Your bank wants you to confirm it.' : declineWords[failure];
  return `The payment of ${dollarsOf(amount)} for ${forWords[product]} failed. ${why}${until}`;
}

function Mend({ payment: { product, action_url } }: { payment: FailedPayment }) {
  if (action_url) return <Anchor href={action_url}>Confirm it at your bank</Anchor>;
  return (
    <Button
      size="compact-sm"
      variant="default"
      renderRoot={(props) => (product === 'wallet' ? <Link to="/wallet" {...props} /> : <Link to="/billing/update" {...props} />)}
    >
      {product === 'wallet' ? 'Open the wallet' : 'Use another card'}
    </Button>
  );
}

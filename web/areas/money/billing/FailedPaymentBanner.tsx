// On every page while a payment of the user failed: one sentence, and the way to the page that mends it.
import { Button } from '@mantine/core';
import { IconCreditCardOff } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import classes from '#app/ImpersonationBanner.module.css';
import type { FailedPayment } from '#contract/billing.ts';
import { counted } from '#contract/kit/formats.ts';
import { Sentence } from './FailedPayments.tsx';

export function FailedPaymentBanner({ failed }: { failed: readonly FailedPayment[] }) {
  const there = useRouterState({ select: ({ location }) => location.pathname.startsWith('/billing') });
  const [first, ...others] = failed;
  if (!first || there) return null; // the page says it itself
  return (
    <aside className={classes.root} aria-label="Failed payment">
      <IconCreditCardOff size="1.1rem" aria-hidden />
      <span className={classes.text}>
        {others.length === 0 ? (
          <Sentence payment={first} />
        ) : (
          `${counted(failed.length, 'payment')} failed. Nothing is charged until you mend it.`
        )}
      </span>
      <Button size="compact-sm" variant="default" renderRoot={(props) => <Link to="/billing" {...props} />}>
        Open billing
      </Button>
    </aside>
  );
}

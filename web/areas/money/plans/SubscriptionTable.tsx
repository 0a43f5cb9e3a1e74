// Subscriptions of the company to one product, as administrators see them.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMe } from '#app/session.ts';
import { formatDay } from '#contract/kit/formats.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { dayIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './Plans.module.css';
import { stateTones, stateWords } from './plans.labels.ts';

export const whoPays = ({ payer, type }: Subscription) =>
  payer ? `${payer.name}${type === 'manager' ? ', for people' : ''}` : 'The company';

interface Props {
  rows: Subscription[];
  onEnd: (subscription: Subscription) => void;
  /** More buttons of a row. */
  also?: (subscription: Subscription) => ReactNode;
}

export function SubscriptionTable({ rows, onEnd, also }: Props) {
  const { timezone } = useMe();
  const untilOf = ({ due_at, ended_at, granted_until, cancel_at_end }: Subscription) => {
    if (granted_until && !ended_at) return formatDay(granted_until);
    const day = ended_at ?? due_at;
    if (!day) return '';
    return `${cancel_at_end && !ended_at ? 'Ends ' : ''}${dayIn(timezone, day)}`;
  };
  return (
    <PlainTable
      label="Subscriptions"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { header: 'Who pays', cell: whoPays },
        { header: 'Plan', cell: ({ plan }) => plan.name },
        { header: 'State', cell: ({ state }) => <StatusBadge status={{ title: stateWords[state], color: stateTones[state] }} /> },
        {
          header: 'Licences',
          figures: true,
          cell: ({ licences, quantity }) => `${licences.assigned} of ${licences.total || quantity}`,
        },
        { header: 'A month', figures: true, cell: ({ amount, granted }) => (granted ? 'Granted' : dollarsOf(amount)) },
        { header: 'Until', cell: (subscription) => <span className="figures">{untilOf(subscription)}</span> },
      ]}
      actions={(subscription) =>
        subscription.state === 'ended' ? null : (
          <span className={classes.buttons}>
            {also?.(subscription)}
            <Button
              size="xs"
              variant="default"
              aria-label={`End ${subscription.plan.name} of ${whoPays(subscription)}`}
              onClick={() => onEnd(subscription)}
            >
              End
            </Button>
          </span>
        )
      }
    />
  );
}

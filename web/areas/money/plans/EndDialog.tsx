// An administrator ends somebody's subscription, after the paid period or at once.
import { Radio, Text } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { endAccountSubscription } from '#contract/billing.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { EndTime } from '#contract/planLists.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { dayIn } from '#ui/moments.ts';
import { ReasonField } from './ReasonField.tsx';
import { whoPays } from './SubscriptionTable.tsx';

interface Props {
  end: typeof endAccountSubscription;
  invalidates: readonly Endpoint[];
  subscription: Subscription;
  /** Says what people lose when it ends. */
  effect?: string;
  onClose: () => void;
}

export function EndDialog({ end, invalidates, subscription, effect, onClose }: Props) {
  const { timezone } = useMe();
  const { id, plan, state, due_at, cancel_at_end, granted } = subscription;
  const paid = state === 'active' && due_at !== null;
  const [at, setAt] = useState<EndTime>(paid && !cancel_at_end ? 'period_end' : 'now');
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useSend(end, {
    form: true,
    invalidates,
    onDone: (now) => {
      notice.done(now.state === 'ended' ? `${plan.name} has ended` : `${plan.name} ends with its period`);
      onClose();
    },
  });
  return (
    <Dialog title={`End ${plan.name} of ${whoPays(subscription)}?`} onClose={onClose} size="sm">
      <FormLayout
        submit="End it"
        busy={isPending}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: { id, reason, at } });
        }}
      >
        {effect && <Text size="sm">{effect}</Text>}
        {paid ? (
          <Radio.Group label="When" value={at} onChange={(next) => setAt(next as EndTime)}>
            <Radio
              mt="xs"
              value="period_end"
              label={`With its period, on ${dayIn(timezone, due_at)}`}
              description="Until then the payer can take this back"
            />
            <Radio
              mt="xs"
              value="now"
              label="At once"
              description={
                granted ? 'Nothing was paid for it' : 'Nothing is paid back: refund the payment under Payments, if you want to'
              }
            />
          </Radio.Group>
        ) : (
          <Text size="sm">It is not paid, so it ends at once.</Text>
        )}
        <ReasonField value={reason} onChange={setReason} description="Stands in the audit log and in the payer’s mail" />
      </FormLayout>
    </Dialog>
  );
}

import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { cancelAccountSubscription } from '#contract/billing.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { dayIn } from '#ui/moments.ts';
import { billingCalls } from './billing.api.ts';

export function CancelPlanDialog({ account, onClose }: { account: Subscription; onClose: () => void }) {
  const { timezone, company } = useMe();
  const [reason, setReason] = useState('');
  const { mutate, isPending } = useSend(cancelAccountSubscription, {
    form: true,
    invalidates: billingCalls,
    onDone: ({ account: now }) => {
      notice.done(now?.cancel_at_end ? `${account.plan.name} ends with its period` : `${account.plan.name} has ended`);
      onClose();
    },
  });
  const atOnce = account.state !== 'active' || !account.due_at;
  return (
    <Dialog title={`Cancel ${account.plan.name}?`} onClose={onClose} size="sm">
      <FormLayout
        submit="Cancel the plan"
        busy={isPending}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: { reason, type: account.type === 'company' ? 'company' : 'personal' } });
        }}
      >
        <Text size="sm">
          {atOnce
            ? 'It ends at once, and nothing more is charged. '
            : `It works until ${dayIn(timezone, account.due_at ?? '')}, which is paid. Until then you can take this back. `}
          {account.type === 'company'
            ? `Then nobody at ${company.name} can work here until an administrator chooses a plan again. Your data stays.`
            : 'Then you work here as your company’s plan allows. Your data stays.'}
        </Text>
        <Textarea
          label="Reason"
          description="Stands in the audit log"
          maxLength={500}
          autosize
          minRows={2}
          required
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </FormLayout>
    </Dialog>
  );
}

// An administrator gives a user the account's plan until a day, or takes it back.
import { Button, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { grantPaidMembership } from '#contract/billing.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { type PlanLevel, planLevels } from '#contract/planLists.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { levelWords } from '#web/areas/money/plans/plans.labels.ts';

export function MembershipDialog({ user, onClose }: { user: { id: number; name: string }; onClose: () => void }) {
  const [until, setUntil] = useState('');
  const [plan, setPlan] = useState<PlanLevel>('standard');
  const { mutate, isPending, error } = useSend(grantPaidMembership, {
    form: true,
    handles: ['invalid', 'subscriptions.exists'],
    onDone: ({ membership }, { body }) => {
      if (body.until) notice.done(`${user.name} is a paid member until ${formatDay(body.until)}`);
      else notice.done(membership ? `Took the membership of ${user.name} back` : `${user.name} had no membership`);
      onClose();
    },
  });
  const errors = isRefused(error, 'invalid') ? error.fieldErrors : {};
  const params = { id: user.id };
  return (
    <Dialog title={`Paid membership of ${user.name}`} onClose={onClose} size="sm">
      <FormLayout
        submit="Grant it"
        busy={isPending}
        error={isRefused(error, 'subscriptions.exists') && textOf(error)}
        also={
          <Button variant="default" disabled={isPending} onClick={() => mutate({ params, body: { until: null } })}>
            Take it back
          </Button>
        }
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ params, body: { until, plan } });
        }}
      >
        <Text size="sm" c="dimmed">
          The account works for this user until the day is over. No card is charged.
        </Text>
        <TextInput
          type="date"
          label="Until"
          required
          data-autofocus
          error={errors.until}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
        <Select
          label="Plan"
          allowDeselect={false}
          data={planLevels.map((value) => ({ value, label: levelWords[value] }))}
          value={plan}
          onChange={(next) => setPlan((next as PlanLevel | null) ?? 'standard')}
        />
      </FormLayout>
    </Dialog>
  );
}

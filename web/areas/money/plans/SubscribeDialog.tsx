import { Button, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { dollars, tenThousandths } from '#contract/kit/formats.ts';
import type { Plan } from '#contract/subscriptions.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { useConnectCard } from '#web/areas/money/wallet/wallet.api.ts';
import { declineWords, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import { changedBy, type PlanProduct, plansOf } from './plans.api.ts';

const handles = ['invalid', 'cards.none', 'subscriptions.exists'] as const;

export function SubscribeDialog({ product, plan, onClose }: { product: PlanProduct; plan: Plan; onClose: () => void }) {
  const me = useMe();
  const shares = me.can['subscriptions.share'];
  const [type, setType] = useState<'personal' | 'company'>('personal');
  const [licences, setLicences] = useState(1);
  const [failed, setFailed] = useState<keyof typeof declineWords | null>(null);
  const { connect, busy } = useConnectCard('/billing');
  const quantity = type === 'personal' ? 1 : licences;
  const total = dollarsOf(dollars(tenThousandths(plan.price) * quantity));
  const { mutate, isPending, error } = useSend(plansOf[product].createSubscription, {
    form: true,
    handles,
    invalidates: changedBy(product),
    onDone: (made) => {
      if (made.action_url) return location.assign(made.action_url);
      if (made.state === 'ended') return setFailed(made.failure ?? 'declined');
      if (made.state !== 'pending') notice.done(`Subscribed to ${plan.name}`);
      else notice.told(plan.enterprise ? 'Your administrators have your request' : 'The payment is under way');
      onClose();
    },
  });
  const refused = handles.some((code) => isRefused(error, code));
  return (
    <Dialog title={plan.enterprise ? `Ask for ${plan.name}` : `Subscribe to ${plan.name}`} onClose={onClose} size="sm">
      <FormLayout
        submit={plan.enterprise ? 'Ask for it' : `Pay ${total} now`}
        busy={isPending}
        error={(failed && declineWords[failed]) || (refused && error && textOf(error))}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: { plan_id: plan.id, type, quantity } });
        }}
        also={
          isRefused(error, 'cards.none') && (
            <Button variant="default" loading={busy} onClick={connect}>
              Connect a card
            </Button>
          )
        }
      >
        {shares && (
          <SegmentedControl
            aria-label="Who it is for"
            value={type}
            onChange={(value) => setType(value as typeof type)}
            data={[
              { value: 'personal', label: 'For myself' },
              { value: 'company', label: me.can['money.manage'] ? 'For the company' : 'For my people' },
            ]}
          />
        )}
        {type === 'company' && (
          <NumberInput
            label="Licences"
            description="One for each person"
            min={1}
            max={1000}
            value={licences}
            onChange={(value) => setLicences(Math.min(1000, Math.max(1, Number(value) || 1)))}
          />
        )}
        <Text size="sm" c="dimmed">
          {plan.enterprise
            ? 'An administrator activates it; no card is charged here.'
            : `We charge your default card ${total} today and then every month, until you cancel.`}
        </Text>
      </FormLayout>
    </Dialog>
  );
}

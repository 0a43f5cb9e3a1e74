// Grants of administrators, without a charge: a plan until a day, and licences of a plan that they gave.
import { NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { counted } from '#contract/kit/formats.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { changedBy, type PlanProduct, plansOf } from './plans.api.ts';

const mostLicences = 1_000;
const licencesOf = (value: string | number) => Math.min(mostLicences, Math.max(1, Number(value) || 1));

export function GrantPlanDialog({ product, onClose }: { product: PlanProduct; onClose: () => void }) {
  const calls = plansOf[product];
  const plans = useQuery(queryOf(calls.listAdminPlans, { query: { limit: 100 } })).data?.data ?? [];
  const [whose, setWhose] = useState<'person' | 'company'>('person');
  const [person, setPerson] = useState<Person | null>(null);
  const [plan, setPlan] = useState<string | null>(null);
  const [quantity, setQuantity] = useState(1);
  const [until, setUntil] = useState('');
  const [asked, setAsked] = useState(false);
  const isPerson = whose === 'person';
  const { mutate, isPending, error } = useSend(calls.grantSubscription, {
    form: true,
    handles: ['invalid', 'subscriptions.exists'],
    invalidates: changedBy(product),
    onDone: (made) => {
      notice.done(`Gave ${made.plan.name} to ${made.payer?.name ?? 'the company'}`);
      onClose();
    },
  });
  const errors = isRefused(error, 'invalid') ? error.fieldErrors : {};
  return (
    <Dialog title="Give a plan" onClose={onClose} size="sm">
      <FormLayout
        submit="Give it"
        busy={isPending}
        error={isRefused(error, 'subscriptions.exists') && textOf(error)}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (plan === null || (isPerson && !person)) return;
          const of = isPerson ? { user_id: person?.id ?? null } : { user_id: null, quantity };
          mutate({ body: { plan_id: Number(plan), until, ...of } });
        }}
      >
        <SegmentedControl
          aria-label="Who gets it"
          value={whose}
          onChange={(value) => setWhose(value as typeof whose)}
          data={[
            { value: 'person', label: 'A person' },
            { value: 'company', label: 'The company' },
          ]}
        />
        {isPerson && (
          <PersonPicker
            label="Person"
            error={errors.user_id ?? (asked && !person && 'Choose a person')}
            value={person}
            onChange={setPerson}
          />
        )}
        <Select
          label="Plan"
          error={errors.plan_id ?? (asked && !plan && 'Choose a plan')}
          data={plans.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={plan}
          onChange={setPlan}
        />
        {!isPerson && (
          <NumberInput
            label="Licences"
            description="One for each person"
            error={errors.quantity}
            min={1}
            max={mostLicences}
            value={quantity}
            onChange={(value) => setQuantity(licencesOf(value))}
          />
        )}
        <TextInput
          type="date"
          label="Until"
          description="Its last day. No card is charged"
          required
          error={errors.until}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </FormLayout>
    </Dialog>
  );
}

interface LicencesProps {
  product: PlanProduct;
  subscription: Subscription;
  onClose: () => void;
}

export function GrantLicencesDialog({ product, subscription: { id, plan, quantity: stood }, onClose }: LicencesProps) {
  const [quantity, setQuantity] = useState(1);
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useSend(plansOf[product].grantLicences, {
    form: true,
    handles: ['invalid'],
    invalidates: changedBy(product),
    onDone: () => {
      notice.done(`Added ${counted(quantity, 'licence')}`);
      onClose();
    },
  });
  const errors = isRefused(error, 'invalid') ? error.fieldErrors : {};
  return (
    <Dialog title={`Add licences to ${plan.name}`} onClose={onClose} size="sm">
      <FormLayout
        submit={`Add ${counted(quantity, 'licence')}`}
        busy={isPending}
        error={errors.subscription_id ?? false}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: { subscription_id: id, quantity, note } });
        }}
      >
        <NumberInput
          label="Licences"
          description={`It has ${stood} now. No card is charged`}
          error={errors.quantity}
          min={1}
          max={mostLicences}
          data-autofocus
          value={quantity}
          onChange={(value) => setQuantity(licencesOf(value))}
        />
        <TextInput
          label="Note"
          description="Stands beside the order and in the audit log"
          maxLength={200}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </FormLayout>
    </Dialog>
  );
}

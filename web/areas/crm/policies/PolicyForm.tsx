// The form of a policy or a security, in a drawer. Typed text is kept until it is saved or discarded.

import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, isRefused } from '#app/api.ts';
import { changedWords } from '#app/draftChanges.ts';
import { useDraftForm } from '#app/draftForm.ts';
import { useSend } from '#app/queries.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import type { Policy } from '#contract/policies.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { ChoiceField, DayField, TextField } from '#ui/FormFields.tsx';
import { TwoColumns, Wide } from '#ui/FormLayout.tsx';
import { CarrierPicker } from '#web/areas/crm/reference/CarrierPicker.tsx';
import { CategoryPicker } from '#web/areas/crm/reference/StatusPicker.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { PolicyBeneficiaries } from './PolicyBeneficiaries.tsx';
import { at, type lists, type PolicyList } from './policies.api.ts';
import { policyName, policyStatusWords, premiumModeWords } from './policies.labels.ts';
import { type PolicyValues, valuesOf } from './policies.values.ts';

interface Props {
  contactId: number;
  of: PolicyList;
  /** Undefined: a new one. */
  row: Policy | undefined;
  onClose: () => void;
}

type Data = CallOf<typeof lists.policy.update>['body']['data'];

const isChanged = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

const changedFields = (values: PolicyValues, saved: PolicyValues) =>
  (Object.keys(values) as (keyof PolicyValues)[]).filter((name) => isChanged(values[name], saved[name]));

/** The changed values, as the call takes them. */
function dataOf(values: PolicyValues, saved: PolicyValues): Data {
  const changed: Partial<PolicyValues> = Object.fromEntries(changedFields(values, saved).map((name) => [name, values[name]]));
  const { agent, premium, commission, ...rest } = changed;
  return {
    ...rest,
    ...(agent !== undefined && { agent_id: agent?.id ?? null }),
    ...(premium !== undefined && { premium: plainAmount(premium) }),
    ...(commission !== undefined && { commission: plainAmount(commission) }),
  };
}

function errorWords(error: Error | null): string | undefined {
  if (isRefused(error, 'policies.stale')) return 'A colleague saved changes while you edited. Look at the form, then save again.';
  return isRefused(error, 'invalid') ? undefined : error?.message;
}

/** As people type it: “$1,250.50”. */
const plainAmount = (text: string) => text.replace(/[$,\s]/g, '') || null;

export function PolicyForm({ contactId, of, row, onClose }: Props) {
  const [base, setBase] = useState(row); // only differences from it are sent
  const saved = valuesOf(base);
  const name = row ? `${of.one}:${row.id}` : `${of.one}:new:${contactId}`;
  const { form, drop, discard } = useDraftForm({ name, initialValues: valuesOf(row), what: `your changes to the ${of.one}` });
  const options = {
    invalidates: [of.list, listContactTimeline, getContact],
    form: true,
    onDone: () => {
      drop();
      onClose();
    },
  };
  const create = useSend(of.create, options);
  const update = useSend(of.update, options);
  const { error, isPending } = row ? update : create;
  /** A colleague saved first: their values come into the form, and fields that both changed are marked. */
  const rebase = async (mine: PolicyValues) => {
    const { data } = await call(of.list as typeof lists.policy.list, { params: { id: contactId }, query: { id: row?.id } });
    const theirs = data[0];
    if (!theirs) return;
    const now = valuesOf(theirs);
    const [own, other] = [changedFields(mine, saved), changedFields(now, saved)];
    form.setValues(Object.fromEntries(other.filter((name) => !own.includes(name)).map((name) => [name, now[name]])));
    const both = other.filter((name) => own.includes(name) && isChanged(mine[name], now[name]));
    form.setErrors(Object.fromEntries(both.map((name) => [name, changedWords(now[name])])));
    setBase(theirs);
  };
  const onError = (failed: Error) => {
    if (isRefused(failed, 'policies.stale')) return void rebase(form.getValues());
    if (!isRefused(failed, 'invalid')) return;
    const known = Object.entries(failed.fieldErrors).map(([field, text]) => [field.replace(/^data\./, ''), text]);
    form.setErrors(Object.fromEntries(known.map(([field, text]) => [field === 'agent_id' ? 'agent' : field, text])));
  };
  const submit = (values: PolicyValues) => {
    const data = dataOf(values, row ? saved : valuesOf(undefined));
    if (row) update.mutate({ params: at(contactId, row.id), body: { data, version: base?.updated_at } }, { onError });
    else create.mutate({ params: { id: contactId }, body: { data: { status: values.status, ...data } } }, { onError });
  };
  const { value: category = null, ...categoryInput } = form.getInputProps('category_id');
  const { value: carrier = null, ...carrierInput } = form.getInputProps('carrier_id');
  return (
    <FormDrawer
      title={row ? `Edit ${policyName(row)}` : `Add a ${of.one}`}
      submit={row ? 'Save' : `Add the ${of.one}`}
      error={errorWords(error)}
      busy={isPending}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
      onDiscard={() => {
        discard();
        onClose();
      }}
    >
      <TwoColumns>
        <CarrierPicker
          label="Carrier"
          clearable
          value={carrier}
          {...carrierInput}
          nameOf={(id) => (base?.carrier?.id === id ? base.carrier.name : undefined)}
        />
        <TextField form={form} path="product" label="Product" maxLength={200} focus />
        <CategoryPicker label="Category" clearable value={category} {...categoryInput} />
        <ChoiceField form={form} path="status" label="Status" words={policyStatusWords} />
        <Wide>
          <NumberInput label={of.number} masked={saved.number} {...form.getInputProps('number')} />
        </Wide>
        <TextField form={form} path="premium" label="Premium" placeholder="125.50" />
        <ChoiceField form={form} path="premium_mode" label="Paid" words={premiumModeWords} clearable />
        <DayField form={form} path="effective_date" label="Effective date" />
        <DayField form={form} path="renewal_date" label="Renewal date" />
        <DayField form={form} path="termination_date" label="Termination date" />
        <TextField form={form} path="commission" label="Commission" placeholder="40.00" />
        <Wide>
          <PersonPicker label="Writing agent" clearable {...form.getInputProps('agent')} />
        </Wide>
        <Wide>
          <PolicyBeneficiaries form={form} />
        </Wide>
      </TwoColumns>
    </FormDrawer>
  );
}

/** The number comes masked: it is kept, replaced or removed. */
function NumberInput({
  label,
  masked,
  value = '',
  onChange,
  ...rest
}: {
  label: string;
  masked: string;
  value?: string;
  onChange: (number: string) => void;
}) {
  const isKept = masked !== '' && value === masked;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        {...rest}
        label={label}
        flex={1}
        key={isKept ? 'kept' : 'new'}
        autoFocus={masked !== '' && !isKept}
        autoComplete="off"
        maxLength={60}
        readOnly={isKept}
        description={masked !== '' && !isKept ? 'Left empty, the number is removed' : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {masked !== '' && (
        <Button variant="default" onClick={() => onChange(isKept ? '' : masked)}>
          {isKept ? 'Replace' : 'Keep the old'}
        </Button>
      )}
    </Group>
  );
}

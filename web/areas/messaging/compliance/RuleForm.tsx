// A rule of the company: beside all others, or in the place of one of the law's.
import { Checkbox, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Channel, channels, type RuleKind, ruleKinds } from '#contract/complianceLists.ts';
import { type ComplianceRule, createComplianceRule, listComplianceRules } from '#contract/complianceRules.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { isDay, notADay } from '#ui/days.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { todayIn } from '#ui/moments.ts';
import classes from './Compliance.module.css';
import { channelWords, dayNames, stateOptions } from './compliance.labels.ts';

interface Values {
  kind: RuleKind;
  title: string;
  state: string | null;
  channels: Channel[];
  days: string[];
  closed: boolean;
  opens_at: string;
  closes_at: string;
  amount: number | '';
  body: string;
  effective_from: string | null;
  effective_until: string | null;
  waived: boolean;
  confirmed: boolean;
}

const counted: readonly RuleKind[] = [
  'cap',
  'list_age',
  'purchase_months',
  'inquiry_months',
  'retention_years',
  'recording_years',
];

export function RuleForm({ law, onClose }: { law?: ComplianceRule | undefined; onClose: () => void }) {
  const { timezone } = useMe();
  const form = useForm<Values>({
    initialValues: {
      kind: law?.kind ?? 'hours',
      title: law?.title ?? '',
      state: law?.state || null,
      channels: law?.channels ?? ['call', 'text'],
      days: (law ? law.days : [0, 1, 2, 3, 4, 5, 6, 7]).map(String),
      closed: law?.kind === 'hours' && law.opens_at === null,
      opens_at: law?.opens_at ?? '09:00',
      closes_at: law?.closes_at ?? '20:00',
      amount: law?.amount ?? '',
      body: law?.body ?? '',
      effective_from: todayIn(timezone),
      effective_until: null,
      waived: false,
      confirmed: false,
    },
    validate: {
      title: (title) => (title.trim() ? null : 'Enter a title'),
      channels: (chosen) => (chosen.length > 0 ? null : 'Choose at least one'),
      days: (days, { kind, waived }) => (kind !== 'hours' || waived || days.length > 0 ? null : 'Choose at least one day'),
      amount: (amount, { kind, waived }) => (!counted.includes(kind) || waived || amount !== '' ? null : 'Enter a number'),
      effective_from: (day) => (day !== null && isDay(day) ? null : notADay),
      effective_until: (day) => (day === null || isDay(day) ? null : notADay),
    },
  });
  const create = useSend(createComplianceRule, {
    invalidates: [listComplianceRules],
    form: true,
    handles: ['compliance.looser', 'compliance.too_many_rules'],
    onDone: ({ title }) => {
      notice.done(`Added “${title}”`);
      onClose();
    },
  });
  const { kind, closed, waived } = form.values;
  const isLooser = isRefused(create.error, 'compliance.looser');
  const submit = form.onSubmit(({ state, days, opens_at, closes_at, amount, effective_from, ...values }) => {
    const hasHours = kind === 'hours' && !closed && !waived;
    const { closed: _closed, ...rest } = values;
    create.mutate(
      {
        body: {
          ...rest,
          state: state ?? '',
          days: kind === 'hours' ? days.map(Number) : [],
          opens_at: hasHours ? opens_at : null,
          closes_at: hasHours ? closes_at : null,
          amount: amount === '' ? null : amount,
          effective_from: effective_from ?? '',
          replaces: law?.id ?? null,
        },
      },
      { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
    );
  });

  return (
    <FormDrawer
      title={law ? 'Replace a rule of the law' : 'Add a rule'}
      submit={law ? 'Replace the rule' : 'Add the rule'}
      busy={create.isPending}
      error={isRefused(create.error, 'compliance.too_many_rules', 'compliance.looser') && textOf(create.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LeaveGuard when={form.isDirty() && !create.isSuccess} />
      <TextInput label="Title" data-autofocus maxLength={120} {...form.getInputProps('title')} />
      {!law && (
        <Select
          label="Kind"
          allowDeselect={false}
          data={Object.entries(ruleKinds).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('kind')}
        />
      )}
      {law && <Checkbox label="Do not ask for this at all" {...form.getInputProps('waived', { type: 'checkbox' })} />}
      <Checkbox.Group label="For" {...form.getInputProps('channels')}>
        {channels.map((channel) => (
          <Checkbox key={channel} mt="xs" value={channel} label={channelWords[channel]} />
        ))}
      </Checkbox.Group>
      {!law && (
        <Select
          label="For contacts in"
          placeholder="Everywhere"
          clearable
          searchable
          data={stateOptions}
          {...form.getInputProps('state')}
        />
      )}
      {kind === 'hours' && !waived && (
        <>
          <MultiSelect
            label="On"
            data={dayNames.map((label, day) => ({ value: String(day), label }))}
            {...form.getInputProps('days')}
          />
          <Checkbox label="Closed on these days" {...form.getInputProps('closed', { type: 'checkbox' })} />
          {!closed && (
            <div className={classes.times}>
              <TextInput type="time" label="From" {...form.getInputProps('opens_at')} />
              <TextInput type="time" label="To" {...form.getInputProps('closes_at')} />
            </div>
          )}
        </>
      )}
      {counted.includes(kind) && !waived && (
        <NumberInput label={ruleKinds[kind]} min={1} max={10_000} {...form.getInputProps('amount')} />
      )}
      {kind === 'disclaimer' && !waived && (
        <Textarea label="Text" autosize minRows={4} maxLength={2000} {...form.getInputProps('body')} />
      )}
      <div className={classes.times}>
        <DayInput label="In force from" {...form.getInputProps('effective_from')} />
        <DayInput label="Until" placeholder="No end" {...form.getInputProps('effective_until')} />
      </div>
      {(isLooser || form.values.confirmed) && (
        <Checkbox
          label="I have checked that this is lawful for our company"
          {...form.getInputProps('confirmed', { type: 'checkbox' })}
        />
      )}
    </FormDrawer>
  );
}

// One filter: its operator, and a value by the field's type.
import { Button, Group, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { Filter } from '#contract/contactsScope.ts';
import { DayInput } from '#ui/DayInput.tsx';
import classes from '../list/ContactToolbar.module.css';
import { ContactFilterChoices } from './ContactFilterChoices.tsx';
import { type FieldChoice, firstValue, hasWrongDay, operatorsOf, operatorWords, takesValue } from './contacts.filters.ts';

interface Props {
  choice: FieldChoice;
  filter: Filter;
  onChange: (filter: Filter) => void;
  onDone: () => void;
}

export function ContactFilterEditor({ choice, filter, onChange, onDone }: Props) {
  const operators = operatorsOf(choice.type);
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (!hasWrongDay(filter, choice)) onDone();
      }}
    >
      {choice.type !== 'boolean' && (
        <Select
          aria-label="How"
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={operators.map((operator) => ({ value: operator, label: operatorWords[operator] }))}
          value={filter.operator}
          onChange={(value) => {
            const operator = operators.find((each) => each === value);
            if (operator) onChange({ ...filter, operator, value: keptValue(filter, operator) });
          }}
        />
      )}
      {takesValue(filter.operator) && <Value choice={choice} filter={filter} onChange={onChange} />}
      <Group justify="flex-end">
        <Button type="submit" size="xs">
          Done
        </Button>
      </Group>
    </form>
  );
}

function Value({ choice, filter, onChange }: Omit<Props, 'onDone'>) {
  const { operator, value } = filter;
  const set = (next: Filter['value']) => onChange({ ...filter, value: next });
  const [from = null, to = null] = Array.isArray(value) ? value : [];
  const focus = { 'data-autofocus': true };
  switch (choice.type) {
    case 'choice':
    case 'tags':
      return <ContactFilterChoices choice={choice} value={Array.isArray(value) ? value : []} onChange={set} />;
    case 'boolean':
      return (
        <SegmentedControl
          aria-label={choice.label}
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={String(value)}
          onChange={(next) => set(next === 'true')}
        />
      );
    case 'birthday':
      return <Count label="Days" value={value} max={365} suffix=" days" onChange={set} />;
    case 'date':
      if (operator === 'in_last' || operator === 'in_next')
        return <Count label="Days" value={value} max={3650} suffix=" days" onChange={set} />;
      return operator === 'between' ? (
        <div className={classes.ends}>
          <Day label="From" value={from} onChange={(next) => set([next ?? '', to ?? ''])} />
          <Day label="To" value={to} onChange={(next) => set([from ?? '', next ?? ''])} />
        </div>
      ) : (
        <Day label={choice.label} value={typeof value === 'string' ? value : null} onChange={set} />
      );
    case 'number':
    case 'age':
      if (operator === 'turns_in')
        return (
          <div className={classes.ends}>
            <Count label="Age" value={from} max={150} onChange={(next) => set([next ?? '', to ?? ''])} />
            <Count label="In the next" value={to} max={3650} suffix=" days" onChange={(next) => set([from ?? '', next ?? ''])} />
          </div>
        );
      return operator === 'between' ? (
        <div className={classes.ends}>
          <NumberInput aria-label="From" value={numberOf(from)} onChange={(next) => set([next, to ?? ''])} {...focus} />
          <NumberInput aria-label="To" value={numberOf(to)} onChange={(next) => set([from ?? '', next])} />
        </div>
      ) : (
        <NumberInput
          aria-label={choice.label}
          value={numberOf(value)}
          onChange={(next) => set(next === '' ? null : Number(next))}
          {...focus}
        />
      );
    default:
      return (
        <TextInput
          aria-label={choice.label}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.currentTarget.value)}
          {...focus}
        />
      );
  }
}

function Count({
  label,
  value,
  max,
  suffix,
  onChange,
}: {
  label: string;
  value: unknown;
  max: number;
  suffix?: string;
  onChange: (value: number | null) => void;
}) {
  return (
    <NumberInput
      label={label}
      data-autofocus
      min={1}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      {...(suffix && { suffix })}
      value={numberOf(value)}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  );
}

function Day({ label, value, onChange }: { label: string; value: unknown; onChange: (day: string | null) => void }) {
  return (
    <DayInput aria-label={label} data-autofocus value={typeof value === 'string' && value ? value : null} onChange={onChange} />
  );
}

const numberOf = (value: unknown): number | '' => (typeof value === 'number' ? value : '');

/** The value stays if the new operator takes one of the same shape. */
function keptValue({ value, operator: old }: Filter, operator: Filter['operator']): Filter['value'] {
  if (!takesValue(operator)) return null;
  const shapeOf = (each: Filter['operator']) => (each === 'between' ? 'between' : JSON.stringify(firstValue(each)));
  return shapeOf(operator) === shapeOf(old) ? value : firstValue(operator);
}

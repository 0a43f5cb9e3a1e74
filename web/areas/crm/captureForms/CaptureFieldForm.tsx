// How a form asks one field: required, help, and when it is shown.
import { Checkbox, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxConditionValues } from '#contract/captureForms.ts';
import { conditionOperators } from '#contract/captureProgress.ts';
import type { CustomField } from '#contract/customFields.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { isDay } from '#ui/days.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { type LaidField, operatorWords } from './captureForms.layout.ts';

type Condition = NonNullable<LaidField['shown_when']>;

export function CaptureFieldForm({
  field,
  name,
  above,
  onDone,
  onClose,
}: {
  field: LaidField;
  name: string;
  /** Fields above it: a condition may name them. */
  above: readonly CustomField[];
  onDone: (field: LaidField) => void;
  onClose: () => void;
}) {
  const [edited, setEdited] = useState(field);
  const [error, setError] = useState<string>();
  const { shown_when: condition } = edited;
  const source = above.find(({ id }) => id === condition?.field_id);
  const setCondition = (next: Condition | null) => {
    setError(undefined);
    setEdited({ ...edited, shown_when: next });
  };
  const submit = () => {
    if (condition && !condition.operator.startsWith('is_') && !condition.values.some((value) => fits(value, source)))
      return setError('Choose a value');
    onDone({ ...edited, help: edited.help.trim() });
  };
  return (
    <FormDrawer
      title={`Edit ${name}`}
      submit="Use this"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      <Checkbox
        label="Required"
        description="The form is complete once it has an answer. It can be saved before."
        data-autofocus
        checked={edited.required}
        onChange={(event) => setEdited({ ...edited, required: event.currentTarget.checked })}
      />
      <Textarea
        label="Help"
        description="Shown below the name"
        autosize
        minRows={2}
        maxLength={300}
        value={edited.help}
        onChange={(event) => setEdited({ ...edited, help: event.currentTarget.value.replaceAll('\n', ' ') })}
      />
      <Select
        label="Shown"
        description={above.length === 0 && 'Only fields above can decide when this one is shown'}
        allowDeselect={false}
        data={[
          { value: '', label: 'Always' },
          ...above.map(({ id, name: each }) => ({ value: String(id), label: `When ${each}` })),
        ]}
        value={String(condition?.field_id ?? '')}
        onChange={(id) => setCondition(id ? { field_id: Number(id), operator: 'is_not_empty', values: [] } : null)}
      />
      {condition && (
        <Select
          label="How"
          allowDeselect={false}
          data={conditionOperators.map((operator) => ({ value: operator, label: operatorWords[operator] }))}
          value={condition.operator}
          onChange={(operator) => {
            const known = conditionOperators.find((each) => each === operator);
            if (known) setCondition({ ...condition, operator: known, values: known.startsWith('is_') ? [] : condition.values });
          }}
        />
      )}
      {condition && source && !condition.operator.startsWith('is_') && (
        <Value
          source={source}
          values={condition.values}
          error={error}
          onChange={(values) => setCondition({ ...condition, values })}
        />
      )}
    </FormDrawer>
  );
}

function Value({
  source: { type, choices },
  values,
  error,
  onChange,
}: {
  source: CustomField;
  values: Condition['values'];
  error: string | undefined;
  onChange: (values: Condition['values']) => void;
}) {
  const [value] = values;
  const look = { label: 'Answer', error };
  switch (type) {
    case 'choice':
      return (
        <MultiSelect
          {...look}
          description={values.length < maxConditionValues ? 'One of these' : `${maxConditionValues} answers at most`}
          maxValues={maxConditionValues}
          data={[...new Set([...choices, ...values.map(String)])]}
          value={values.map(String)}
          onChange={onChange}
        />
      );
    case 'boolean':
      return (
        <Select
          {...look}
          data={['Yes', 'No']}
          allowDeselect={false}
          value={value === true ? 'Yes' : value === false ? 'No' : null}
          onChange={(word) => onChange([word === 'Yes'])}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...look}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(next === '' ? [] : [Number(next)])}
        />
      );
    case 'date':
      return (
        <DayInput {...look} value={typeof value === 'string' ? value : null} onChange={(day) => onChange(day ? [day] : [])} />
      );
    default:
      return (
        <TextInput
          {...look}
          description="Exactly as it is answered"
          maxLength={2000}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value ? [event.currentTarget.value] : [])}
        />
      );
  }
}

const fits = (value: Condition['values'][number], source: CustomField | undefined) =>
  source?.type !== 'date' || (typeof value === 'string' && isDay(value));

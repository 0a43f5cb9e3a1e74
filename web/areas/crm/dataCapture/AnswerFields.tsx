// The fields of a form that its answers show, in sections, to be answered.
import { NumberInput, Select, Textarea } from '@mantine/core';
import type { CaptureForm, CaptureFormField } from '#contract/captureForms.ts';
import { type Answers, progressOf } from '#contract/captureProgress.ts';
import type { CustomFieldValue } from '#contract/customFields.ts';
import { DayInput } from '#ui/DayInput.tsx';
import classes from './AnswerFields.module.css';

interface Props {
  sections: CaptureForm['sections'];
  answers: Answers;
  /** By the id of the custom field. */
  errors?: Readonly<Record<string, string>>;
  onChange: (fieldId: number, answer: CustomFieldValue) => void;
}

export function AnswerFields({ sections, answers, errors = {}, onChange }: Props) {
  const shown = new Set(
    progressOf(
      sections.flatMap(({ fields }) => fields),
      answers,
    ).shown,
  );
  return sections.map(({ title, fields }, place) => {
    const asked = fields.filter(({ field_id }) => shown.has(field_id));
    if (asked.length === 0) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id, and stay in their places
      <fieldset key={place} className={classes.section}>
        <legend className={title ? classes.title : 'unseen'}>{title || 'Questions'}</legend>
        {asked.map((field) => (
          <AnswerField
            key={field.field_id}
            field={field}
            value={answers[field.field_id] ?? null}
            error={errors[field.field_id]}
            onChange={(answer) => onChange(field.field_id, answer)}
          />
        ))}
      </fieldset>
    );
  });
}

function AnswerField({
  field: { name, type, choices, required, help },
  value,
  error,
  onChange,
}: {
  field: CaptureFormField;
  value: CustomFieldValue;
  error: string | undefined;
  onChange: (answer: CustomFieldValue) => void;
}) {
  const look = { label: name, withAsterisk: required, error, ...(help && { description: help }) };
  switch (type) {
    case 'number':
      return (
        <NumberInput
          {...look}
          thousandSeparator=","
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(next === '' ? null : Number(next))}
        />
      );
    case 'date':
      return <DayInput {...look} value={typeof value === 'string' ? value : null} onChange={onChange} />;
    case 'boolean':
      return (
        <Select
          {...look}
          data={['Yes', 'No']}
          clearable
          allowDeselect={false}
          value={value === true ? 'Yes' : value === false ? 'No' : null}
          onChange={(word) => onChange(word && word === 'Yes')}
        />
      );
    case 'choice':
      return (
        <Select
          {...look}
          data={[...new Set([...choices, ...(typeof value === 'string' ? [value] : [])])]}
          searchable={choices.length > 8}
          clearable
          allowDeselect={false}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      );
    default:
      return (
        <Textarea
          {...look}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={2000}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
  }
}

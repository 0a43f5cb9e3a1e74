// The control of one field, whatever its kind, bound to the form by the field's path.
import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Tag } from '#contract/tags.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { AgentflowStatusPicker, CarrierPicker } from '#web/areas/crm/reference/CarrierPicker.tsx';
import { SourcePicker, StatusPicker } from '#web/areas/crm/reference/StatusPicker.tsx';
import { TagPicker } from '#web/areas/crm/tags/TagPicker.tsx';
import { ContactFormConsent } from './ContactFormConsent.tsx';
import { ContactFormHolder } from './ContactFormHolder.tsx';
import { ContactFormMedicare } from './ContactFormMedicare.tsx';
import { ContactFormEmails, ContactFormPhones } from './ContactFormMethods.tsx';
import { type Draft, read } from './contacts.draft.ts';
import type { Field } from './contacts.fields.ts';
import type { NameOf } from './contacts.values.ts';

export type ContactForm = UseFormReturnType<Draft>;

export function ContactFormField({
  field,
  form,
  base,
  nameOf,
}: {
  field: Field;
  form: ContactForm;
  /** What was there before the edit. */
  base: Draft;
  nameOf: NameOf;
}) {
  const { path, label, words = {} } = field;
  const props = { label, autoComplete: 'off', ...form.getInputProps(path) };
  const id = props.value as number | null;
  switch (field.control) {
    case 'prose':
      return <Textarea {...props} autosize minRows={3} maxRows={14} />;
    case 'day':
      return <DayInput {...props} value={(props.value as string | null) ?? null} />;
    case 'number':
      return <NumberInput {...props} value={(props.value as number | null) ?? ''} thousandSeparator="," />;
    case 'choice': {
      const data = Object.entries(words).map(([value, text]) => ({ value, label: text }));
      return <Select {...props} data={data} searchable={data.length > 8} clearable={path !== 'kind'} allowDeselect={false} />;
    }
    case 'yesNo':
      return (
        <Select
          {...props}
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          clearable
          allowDeselect={false}
          value={props.value === null || props.value === undefined ? null : String(props.value)}
          onChange={(value) => form.setFieldValue(path, value === null ? null : value === 'true')}
        />
      );
    case 'check':
      return (
        <Checkbox
          label={label}
          checked={props.value === true}
          error={props.error}
          onChange={(event) => form.setFieldValue(path, event.currentTarget.checked)}
        />
      );
    case 'status':
      return <StatusPicker {...props} value={id} clearable allowDeselect={false} />;
    case 'source':
      return <SourcePicker {...props} value={id} clearable allowDeselect={false} />;
    case 'agentflow':
      return <AgentflowStatusPicker {...props} value={id} clearable allowDeselect={false} />;
    case 'carrier':
      return <CarrierPicker {...props} value={id} clearable nameOf={(carrier) => nameOf(path, carrier)} />;
    case 'phones':
      return <ContactFormPhones form={form} />;
    case 'emails':
      return <ContactFormEmails form={form} />;
    case 'medicare':
      return <ContactFormMedicare {...props} masked={String(read(base, path) ?? '')} />;
    case 'consent':
      return <ContactFormConsent form={form} />;
    case 'tags':
      return <TagPicker {...props} value={props.value as Tag[]} />;
    case 'holder':
      return <ContactFormHolder {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

/** Fields that take the whole width of a form. */
export const isWide = ({ control }: Field) => ['prose', 'phones', 'emails', 'consent', 'holder'].includes(control);

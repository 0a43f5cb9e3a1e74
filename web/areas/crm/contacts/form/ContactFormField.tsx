// The control of one field, bound to the form by the field's path.
import { CheckField, ChoiceField, DayField, NumberField, ProseField, TextField, YesNoField } from '#ui/FormFields.tsx';
import { AgentflowStatusPicker, CarrierPicker } from '#web/areas/crm/reference/CarrierPicker.tsx';
import { CategoryPicker, SourcePicker, StatusPicker } from '#web/areas/crm/reference/StatusPicker.tsx';
import { TagPicker } from '#web/areas/crm/tags/TagPicker.tsx';
import { ContactFormConsent } from './ContactFormConsent.tsx';
import { ContactFormHolder } from './ContactFormHolder.tsx';
import { ContactFormMedicare } from './ContactFormMedicare.tsx';
import { ContactFormEmails, ContactFormPhones } from './ContactFormMethods.tsx';
import type { Field } from './contacts.fields.ts';
import type { ContactForm, ContactValues } from './contacts.form.ts';
import type { NameOf } from './contacts.values.ts';

export function ContactFormField({
  field,
  form,
  base,
  nameOf,
}: {
  field: Field;
  form: ContactForm;
  /** The values before the edit. */
  base: ContactValues;
  nameOf: NameOf;
}) {
  const { label } = field;
  const { value = null, ...input } = form.getInputProps(field.path);
  const picker = { label, value, clearable: true, allowDeselect: false, ...input };
  switch (field.control) {
    case 'line':
      return <TextField form={form} path={field.path} label={label} />;
    case 'prose':
      return <ProseField form={form} path={field.path} label={label} />;
    case 'day':
      return <DayField form={form} path={field.path} label={label} />;
    case 'number':
      return <NumberField form={form} path={field.path} label={label} />;
    case 'choice':
      return (
        <ChoiceField form={form} path={field.path} label={label} words={field.words ?? {}} clearable={field.path !== 'kind'} />
      );
    case 'yesNo':
      return <YesNoField form={form} path={field.path} label={label} />;
    case 'check':
      return <CheckField form={form} path={field.path} label={label} />;
    case 'status':
      return <StatusPicker {...picker} />;
    case 'source':
      return <SourcePicker {...picker} />;
    case 'category':
      return <CategoryPicker {...picker} />;
    case 'agentflow':
      return <AgentflowStatusPicker {...picker} />;
    case 'carrier':
      return <CarrierPicker {...picker} nameOf={(id) => nameOf(field.path, id)} />;
    case 'phones':
      return <ContactFormPhones form={form} />;
    case 'emails':
      return <ContactFormEmails form={form} />;
    case 'medicare':
      return <ContactFormMedicare label={label} masked={base.medicare_number} {...form.getInputProps(field.path)} />;
    case 'consent':
      return <ContactFormConsent form={form} />;
    case 'tags':
      return <TagPicker label={label} value={value} {...input} />;
    case 'holder':
      return <ContactFormHolder label={label} {...form.getInputProps(field.path)} />;
  }
}

/** Fields that take the whole width of a form. */
export const isWide = ({ control }: Field) => ['prose', 'phones', 'emails', 'consent', 'holder'].includes(control);

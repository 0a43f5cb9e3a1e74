// One form to add a field and to change it; the type cannot change, since existing values have it.
import { TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { draftAt, dropDraft, keepDraft, restoreDrafts, useRestored } from '#app/drafts.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type CustomField, createCustomField, listCustomFields, updateCustomField } from '#contract/customFields.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { ChoiceField, TextField } from '#ui/FormFields.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { typeWords } from './customFields.labels.ts';

type Values = Pick<CustomField, 'name' | 'type' | 'choices'>;

export function CustomFieldDialog({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const draft = `custom_field:${field?.id ?? 'new'}`;
  const saved: Values = { name: field?.name ?? '', type: field?.type ?? 'text', choices: field?.choices ?? [] };
  const isEdited = (values: Values) => JSON.stringify(values) !== JSON.stringify(saved);
  const typedBefore = () => draftAt(draft)?.value as Values | undefined;
  const [typed] = useState(typedBefore);
  const form = useForm<Values>({
    initialValues: typed ?? saved,
    enhanceGetInputProps: () => ({ readOnly: busy }),
    onValuesChange: (values) => (isEdited(values) ? keepDraft(draft, values) : dropDraft(draft)),
    validate: {
      name: (name) => (name.trim() ? null : 'Give the field a name'),
      choices: (choices, { type }) => (type === 'choice' && choices.length === 0 ? 'Enter at least one choice' : null),
    },
  });
  useRestored(() => form.setValues(typedBefore() ?? saved));
  const options = {
    invalidates: [listCustomFields],
    form: true,
    handles: ['custom_fields.name_taken'] as const,
    onDone() {
      dropDraft(draft, form.getValues());
      onClose();
    },
  };
  const create = useSend(createCustomField, options);
  const update = useSend(updateCustomField, options);
  const busy = create.isPending || update.isPending;
  const onError = (error: Error) => {
    if (isRefused(error, 'invalid')) form.setErrors(error.fieldErrors);
    if (isRefused(error, 'custom_fields.name_taken')) form.setFieldError('name', textOf(error));
  };
  const submit = form.onSubmit(({ name, type, choices }) =>
    field
      ? update.mutate({ params: { id: field.id }, body: { name, ...(type === 'choice' && { choices }) } }, { onError })
      : create.mutate({ body: { name, type, choices: type === 'choice' ? choices : [] } }, { onError }),
  );

  const discard = () => {
    const values = form.getValues();
    dropDraft(draft);
    onClose();
    if (isEdited(values)) notice.done('Discarded the field', () => restoreDrafts([[draft, values]]));
  };

  return (
    <Dialog onClose={onClose} title={field ? `Edit ${field.name}` : 'Add a field'}>
      <FormLayout submit={field ? 'Save' : 'Add the field'} busy={busy} onSubmit={submit} onCancel={discard}>
        <TextField form={form} path="name" label="Name" maxLength={60} focus />
        <ChoiceField
          form={form}
          path="type"
          label="Kind"
          disabled={field !== undefined}
          description={field && 'The kind stays: contacts have values of it'}
          words={typeWords}
        />
        {form.values.type === 'choice' && (
          <TagsInput
            label="Choices"
            description="Press Enter after each"
            maxLength={80}
            maxTags={100}
            acceptValueOnBlur
            {...form.getInputProps('choices')}
          />
        )}
      </FormLayout>
    </Dialog>
  );
}

import { Select, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { customFieldTypes } from '#contract/customFields.ts';
import type { CustomFieldValues } from './CustomFieldListPage.tsx';
import { typeWords } from './customFields.labels.ts';

/** The type stays: contacts have values of it. */
export const CustomFieldFields = ({ form }: { form: UseFormReturnType<CustomFieldValues> }) => (
  <>
    <TextInput label="Name" data-autofocus maxLength={60} {...form.getInputProps('name')} />
    <Select
      label="Kind"
      allowDeselect={false}
      disabled={!form.values.isNew}
      description={!form.values.isNew && 'The kind stays: contacts have values of it'}
      data={customFieldTypes.map((value) => ({ value, label: typeWords[value] }))}
      {...form.getInputProps('type')}
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
  </>
);

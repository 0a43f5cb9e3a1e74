// Saves everything selected as a file, with all columns or chosen ones.
import { MultiSelect, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { download } from '#app/download.ts';
import { notice } from '#app/notices.tsx';
import { type ExportColumn, exportColumns, exportContacts } from '#contract/exports.ts';
import { counted } from '#contract/kit/formats.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { ContactSelectionDialog, type OnSelection } from './ContactSelectionDialog.tsx';
import { toContract } from './contacts.selection.ts';

export function ContactExportDialog(about: OnSelection) {
  const { selection, scope, count, onClose, onDone } = about;
  const custom = useCustomFields();
  const leaving = useRef(new AbortController());
  const [bytes, setBytes] = useState(0);
  const form = useForm({
    initialValues: { format: 'csv' as 'csv' | 'xlsx', which: 'all' as 'all' | 'some', columns: [] as string[] },
    validate: { columns: (columns, { which }) => which === 'some' && columns.length === 0 && 'Choose at least one column' },
  });
  const { format, which, columns } = form.getValues();
  useEffect(() => () => leaving.current.abort(), []);
  const save = useMutation({
    mutationFn: () =>
      download(
        exportContacts,
        {
          params: { format },
          body: { ...toContract(selection, scope), ...(which === 'some' && { columns: columns as ExportColumn[] }) },
        },
        { signal: leaving.current.signal, onProgress: setBytes },
      ),
    onSuccess: () => {
      notice.done(`${counted(count, 'contact')} exported.`);
      onClose();
      onDone();
    },
    onError: (error) => {
      if (isRefused(error, 'invalid')) form.setErrors(error.fieldErrors);
      else notice.failed(error);
    },
  });
  const choices = [
    ...Object.entries(exportColumns).map(([value, label]) => ({ value, label })),
    ...custom.map(({ id, name }) => ({ value: `custom:${id}`, label: name })),
  ];
  return (
    <ContactSelectionDialog verb="Export" about={about}>
      <FormLayout
        submit={`Export ${counted(count, 'contact')}`}
        busy={save.isPending}
        onCancel={onClose}
        onSubmit={form.onSubmit(() => save.mutate())}
      >
        <Radio.Group label="File" {...form.getInputProps('format')}>
          <Stack gap="xs" mt="xs">
            <Radio value="csv" label="CSV" description="For other programs, and for importing it here again" data-autofocus />
            <Radio value="xlsx" label="Excel" description="A workbook with one sheet" />
          </Stack>
        </Radio.Group>
        <Radio.Group label="Columns" {...form.getInputProps('which')}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label="All columns, with custom fields" />
            <Radio value="some" label="Chosen columns" />
          </Stack>
        </Radio.Group>
        {which === 'some' && (
          <MultiSelect label="Chosen columns, in this order" searchable data={choices} {...form.getInputProps('columns')} />
        )}
        <Text size="sm" c="dimmed" aria-live="polite">
          {save.isPending
            ? `${(bytes / 1_000_000).toFixed(1)} MB received. Keep this page open.`
            : 'Medicare and policy numbers stay out of the file. The audit log keeps who exported how many contacts.'}
        </Text>
      </FormLayout>
    </ContactSelectionDialog>
  );
}

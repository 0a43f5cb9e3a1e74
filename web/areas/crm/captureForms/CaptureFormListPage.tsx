// The company's forms: a row opens its designer.
import { TextInput } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { LookupPage } from '#app/lookups/LookupPage.tsx';
import { lookupScreen } from '#app/lookups/lookups.ts';
import { createCaptureForm, deleteCaptureForm, listAdminCaptureForms, updateCaptureForm } from '#contract/captureForms.ts';
import { fieldsOfForm } from '#contract/captureProgress.ts';

const screen = lookupScreen({
  list: listAdminCaptureForms,
  create: createCaptureForm,
  update: updateCaptureForm,
  remove: deleteCaptureForm,
  title: 'Forms',
  one: 'form',
  icon: IconForms,
  about:
    'Design what agents ask their contacts: custom fields in sections, in order, required or shown when an answer calls for them.',
  nameOf: ({ name }) => name,
  columns: [
    { header: 'Fields', cell: (form) => fieldsOfForm(form).length },
    { header: 'State', cell: ({ active }) => (active ? 'In use' : 'Archived') },
  ],
  ordered: true,
  losesValues: (contacts) =>
    `${contacts} answered it. Their answers stay in the custom fields, but who answered what when is deleted. To keep that, archive the form.`,
  valuesOf: (form): { name: string } => ({ name: form?.name ?? '' }),
  bodyOf: ({ name }) => ({ name }),
  Fields: ({ form }) => <TextInput label="Name" data-autofocus maxLength={80} {...form.getInputProps('name')} />,
});

export function CaptureFormListPage() {
  const navigate = useNavigate();
  return (
    <LookupPage screen={screen} onOpen={({ id }) => void navigate({ to: '/admin/forms/$id', params: { id: String(id) } })} />
  );
}

// Gives one field the same value on everything selected, as a job that the banner follows and can undo.
import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { updateContactGroup } from '#contract/contactActions.ts';
import { counted } from '#contract/kit/formats.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { ContactFormField } from '../form/ContactFormField.tsx';
import { type ContactValues, fieldsOnWire, read } from '../form/contacts.draft.ts';
import { ContactSelectionDialog, followed, type OnSelection } from './ContactSelectionDialog.tsx';
import { emptyValues, useGroupFields } from './contacts.group.ts';
import { toContract } from './contacts.selection.ts';

export function ContactChangeDialog(about: OnSelection) {
  const { selection, scope, count, onClose } = about;
  const [path, setPath] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const form = useForm<ContactValues>({ initialValues: emptyValues });
  const fields = useGroupFields();
  const field = fields.find((each) => each.path === path);
  const send = useSend(updateContactGroup, {
    form: true,
    onDone: followed(about),
  });
  const contacts = counted(count, 'contact');
  const clears =
    field && field.control !== 'holder' && [undefined, null, ''].includes(read(form.getValues(), field.path) as null);
  const submit = form.onSubmit((values) => {
    if (!field) return setMissing(true);
    if (field.control === 'holder' && !values.holder.who) return form.setFieldError(field.path, 'Choose an owner or a pool');
    send.mutate(
      { body: { ...toContract(selection, scope), fields: fieldsOnWire([field], values) } },
      {
        onError: (error) =>
          isRefused(error, 'invalid') && form.setFieldError(field.path, Object.values(error.fieldErrors).flat().join(' ')),
      },
    );
  });
  return (
    <ContactSelectionDialog verb="Change" about={about}>
      <FormLayout
        submit={clears ? `Clear the field on ${contacts}` : `Change ${contacts}`}
        busy={send.isPending}
        onCancel={onClose}
        onSubmit={submit}
      >
        <Select
          label="Field"
          searchable
          allowDeselect={false}
          selectFirstOptionOnChange
          data={fields.map(({ path: value, label }) => ({ value, label }))}
          value={path}
          onChange={setPath}
          error={missing && !field && 'Choose a field'}
          data-autofocus
        />
        {field && <ContactFormField key={path} field={field} form={form} base={emptyValues} nameOf={() => undefined} />}
        <Text c="dimmed" size="sm">
          Leave the value empty to clear the field. You can undo this afterwards.
        </Text>
      </FormLayout>
    </ContactSelectionDialog>
  );
}

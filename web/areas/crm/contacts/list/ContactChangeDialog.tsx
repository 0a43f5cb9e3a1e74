// Gives one field the same value on everything selected, as a job that the banner follows and can undo.
import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { updateContactGroup } from '#contract/contactActions.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';
import { ContactFormField } from '../form/ContactFormField.tsx';
import { type ContactValues, fieldsOnWire, read } from '../form/contacts.draft.ts';
import { emptyValues, useGroupFields } from './contacts.group.ts';
import { type Selection, toContract, wordsOf } from './contacts.selection.ts';

export function ContactChangeDialog({
  selection,
  scope,
  count,
  onClose,
  onDone,
}: {
  selection: Selection;
  scope: ContactsScopeInput;
  /** How many contacts exactly. */
  count: number;
  onClose: () => void;
  onDone: () => void;
}) {
  const [path, setPath] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const form = useForm<ContactValues>({ initialValues: emptyValues });
  const fields = useGroupFields();
  const field = fields.find((each) => each.path === path);
  const send = useSend(updateContactGroup, {
    form: true,
    onDone: (action) => {
      followBulk(action);
      onClose();
      onDone();
    },
  });
  const contacts = `${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'}`;
  const words = wordsOf(selection);
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
    <Dialog onClose={onClose} title={`Change ${contacts}`}>
      {words && (
        <Text c="dimmed" mb="sm">
          This is {words}.
        </Text>
      )}
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
    </Dialog>
  );
}

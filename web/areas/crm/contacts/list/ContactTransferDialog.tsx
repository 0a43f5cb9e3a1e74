// Transfers everything selected to a person, a pool or several people, as a job that the banner follows and can undo.
import { Checkbox, CloseButton, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { counted } from '#contract/kit/formats.ts';
import { maxTransferred, transferContacts, updateAndTransferContacts } from '#contract/transfers.ts';
import { FormLayout } from '#ui/FormLayout.tsx';
import { StatusPicker } from '#web/areas/crm/reference/StatusPicker.tsx';
import { ContactFormField } from '../form/ContactFormField.tsx';
import { type ContactValues, fieldsOnWire } from '../form/contacts.draft.ts';
import { ContactSelectionDialog, followed, type OnSelection } from './ContactSelectionDialog.tsx';
import classes from './ContactTransferDialog.module.css';
import { ContactTransferReceivers, type Receivers, receiversOnWire } from './ContactTransferReceivers.tsx';
import { emptyValues, useGroupFields } from './contacts.group.ts';
import { toContract } from './contacts.selection.ts';

export function ContactTransferDialog(about: OnSelection) {
  const { selection, scope, count, onClose } = about;
  const me = useMe();
  const [receivers, setReceivers] = useState<Receivers>({ of: 'people', who: null, people: [] });
  const [keepTags, setKeepTags] = useState(true);
  const [notify, setNotify] = useState(false);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const form = useForm<ContactValues>({ initialValues: emptyValues });
  // The receiver has a control of its own, and the status is always offered.
  const otherFields = useGroupFields().filter(({ control }) => control !== 'holder' && control !== 'status');
  const chosen = otherFields.filter(({ path }) => paths.includes(path));
  const options = {
    form: true,
    handles: ['transfers.too_many'] as const,
    onDone: followed(about),
  };
  const transfer = useSend(transferContacts, options);
  const change = useSend(updateAndTransferContacts, options);
  const contacts = counted(count, 'contact');
  const tooMany = count > maxTransferred && `Select at most ${maxTransferred.toLocaleString('en-US')} contacts for one transfer.`;

  const submit = form.onSubmit((values) => {
    const to = receiversOnWire(receivers);
    if (!to) return setError('Choose who receives the contacts');
    const status = values.status_id !== null && { status_id: values.status_id };
    const body = { ...toContract(selection, scope), ...to, ...status, keep_tags: keepTags, notify };
    const onError = (refused: Error) => {
      if (isRefused(refused, 'transfers.too_many')) return setError(refused.message);
      if (!isRefused(refused, 'invalid')) return;
      for (const [path, text] of Object.entries(refused.fieldErrors)) form.setFieldError(path.replace(/^fields\./, ''), text);
      const { owner_id, pool_id, to: list } = refused.fieldErrors;
      setError(owner_id ?? pool_id ?? list);
    };
    if (chosen.length === 0) return transfer.mutate({ body }, { onError });
    change.mutate({ body: { ...body, fields: fieldsOnWire(chosen, values) } }, { onError });
  });

  return (
    <ContactSelectionDialog verb="Transfer" about={about} size="lg">
      <FormLayout
        submit={`Transfer ${contacts}`}
        busy={transfer.isPending || change.isPending}
        error={tooMany}
        onCancel={onClose}
        onSubmit={(event) => {
          if (tooMany) event.preventDefault();
          else submit(event);
        }}
      >
        <ContactTransferReceivers
          value={receivers}
          count={count}
          many={me.can['contacts.assign_others']}
          error={error}
          onChange={(next) => {
            setReceivers(next);
            setError(undefined);
          }}
        />
        <StatusPicker label="Set the status" placeholder="As it is" clearable {...form.getInputProps('status_id')} />
        <Checkbox label="Keep the tags" checked={keepTags} onChange={(event) => setKeepTags(event.currentTarget.checked)} />
        <Checkbox
          label="Tell the receivers by mail"
          description="One mail to each person when the transfer ends"
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
        {chosen.map((field) => (
          <div key={field.path} className={classes.field} ref={focusField}>
            <ContactFormField field={field} form={form} base={emptyValues} nameOf={() => undefined} />
            <CloseButton
              aria-label={`Do not change ${field.label}`}
              onClick={() => setPaths(paths.filter((path) => path !== field.path))}
            />
          </div>
        ))}
        <Select
          key={paths.length} // empties what was typed
          label="Also change a field"
          placeholder="Choose a field"
          searchable
          selectFirstOptionOnChange
          data={otherFields.filter(({ path }) => !paths.includes(path)).map(({ path, label }) => ({ value: path, label }))}
          value={null}
          onChange={(path) => path && setPaths([...paths, path])}
        />
        {chosen.length > 0 && (
          <Text c="dimmed" size="sm">
            A field that you leave empty is cleared on every contact.
          </Text>
        )}
      </FormLayout>
    </ContactSelectionDialog>
  );
}

/** A field just added takes the focus. */
const focusField = (field: HTMLElement | null) => field?.querySelector<HTMLElement>('input, textarea')?.focus();

import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { createContact, listContacts } from '#contract/contacts.ts';
import type { Person } from '#contract/users.ts';
import { isRefused } from '../../app/api.ts';
import { notice, textOf } from '../../app/notices.tsx';
import { useSend } from '../../app/queries.ts';
import { useMe } from '../../app/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { PersonPicker } from '../people/PersonPicker.tsx';
import { SourcePicker, StatusPicker } from '../reference/StatusPicker.tsx';
import { formErrors } from './contacts.forms.ts';

interface Values {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  status_id: number | null;
  source_id: number | null;
  owner: Person | null;
}

export function ContactCreateDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const form = useForm<Values>({
    initialValues: { first_name: '', last_name: '', phone: '', email: '', status_id: null, source_id: null, owner: null },
    validate: (values) =>
      [values.first_name, values.last_name, values.phone, values.email].some((text) => text.trim())
        ? {}
        : { first_name: 'Give a name, a phone or an e-mail' },
  });
  const create = useSend(createContact, {
    form: true,
    handles: ['contacts.nameless'],
    invalidates: [listContacts],
    onDone: (contact) => {
      notice.done(
        <>
          Added{' '}
          <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
            {contact.name || contact.phone || contact.email}
          </Link>
        </>,
      );
      onClose();
    },
  });
  const submit = form.onSubmit(({ phone, email, owner, ...values }) =>
    create.mutate(
      {
        body: {
          ...values,
          phones: phone.trim() ? [{ number: phone }] : [],
          emails: email.trim() ? [{ address: email }] : [],
          ...(owner && { owner_id: owner.id }),
        },
      },
      { onError: (error) => isRefused(error, 'invalid') && form.setErrors(formErrors(error.fieldErrors)) },
    ),
  );
  const nameless = isRefused(create.error, 'contacts.nameless') ? textOf(create.error) : undefined;

  return (
    <Dialog onClose={onClose} title="New contact" size="lg">
      <FormLayout columns={2} submit="Add contact" error={nameless} busy={create.isPending} onSubmit={submit} onCancel={onClose}>
        <TextInput label="First name" data-autofocus autoComplete="off" {...form.getInputProps('first_name')} />
        <TextInput label="Last name" autoComplete="off" {...form.getInputProps('last_name')} />
        <TextInput label="Mobile phone" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <StatusPicker label="Status" clearable {...form.getInputProps('status_id')} />
        <SourcePicker label="Source" clearable {...form.getInputProps('source_id')} />
        {me.can['contacts.assign_others'] && (
          <PersonPicker label="Owner" placeholder="You" clearable {...form.getInputProps('owner')} />
        )}
      </FormLayout>
    </Dialog>
  );
}

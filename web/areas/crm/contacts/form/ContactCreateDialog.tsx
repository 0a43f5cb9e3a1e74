// A new contact: a few fields. While the user types a phone or an e-mail, contacts that have it already appear.
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { draftAt, dropDraft, keepDraft, restoreDrafts, useRestored } from '#app/drafts.ts';
import { notice, textOf } from '#app/notices.tsx';
import { queryClient, queryOf, useIsSending, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { findContactMatches } from '#contract/contactMatches.ts';
import { createContact, listContacts } from '#contract/contacts.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { PhoneField, TextField } from '#ui/FormFields.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { SourcePicker, StatusPicker } from '#web/areas/crm/reference/StatusPicker.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { ContactCreateMatches } from './ContactCreateMatches.tsx';

interface Values {
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  status_id: number | null;
  source_id: number | null;
  owner: Person | null;
}

const empty: Values = { first_name: '', last_name: '', phone: '', email: '', status_id: null, source_id: null, owner: null };
const draft = 'contact:new';

export function ContactCreateDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  const typedBefore = () => draftAt(draft)?.value as Values | undefined;
  const [typed] = useState(typedBefore);
  const form = useForm<Values>({
    initialValues: { ...empty, ...typed },
    enhanceGetInputProps: () => ({ readOnly: busy }), // text typed now would be lost
    onValuesChange: (values) => (isEmpty(values) ? dropDraft(draft) : keepDraft(draft, values)),
    validate: (values) =>
      [values.first_name, values.last_name, values.phone, values.email].some((text) => text.trim())
        ? {}
        : { first_name: 'Give a name, a phone or an e-mail' },
  });
  useRestored(() => form.setValues(typedBefore() ?? empty));
  const [asked] = useDebouncedValue(askedOf(form.values), 300);
  const matches = useQuery({ ...matchesQuery(asked), enabled: asked.phone + asked.email !== '' }).data?.data ?? [];
  /** The phone and e-mail whose matches the user has been shown. */
  const [warned, setWarned] = useState('');
  const [asking, setAsking] = useState(false);
  /** Whether to open the contact once it is added: not if the dialog was closed meanwhile. */
  const opens = useRef(false);
  useEffect(
    () => () => {
      opens.current = false;
    },
    [],
  );
  // Also if the dialog was closed meanwhile, and opened again.
  const busy = useIsSending(createContact) || asking;
  const create = useSend(createContact, {
    form: true,
    handles: ['contacts.nameless'],
    invalidates: [listContacts],
    onDone(contact) {
      const params = { id: String(contact.id) };
      dropDraft(draft, form.getValues());
      notice.done(
        <>
          Added{' '}
          <Link to="/contacts/$id" params={params}>
            {contact.name || contact.phone || contact.email}
          </Link>
        </>,
      );
      onClose();
      if (opens.current) void navigate({ to: '/contacts/$id', params });
    },
  });

  const submit = form.onSubmit(async (values, event) => {
    opens.current = (event?.nativeEvent as SubmitEvent | undefined)?.submitter?.getAttribute('value') === 'open';
    const key = JSON.stringify(askedOf(values));
    setAsking(true);
    const mustWarn = key !== warned && (await hasMatches(values));
    setAsking(false);
    if (mustWarn) return setWarned(key);
    const { phone, email, owner, ...rest } = values;
    create.mutate(
      {
        body: {
          ...rest,
          phones: phone.trim() ? [{ number: phone }] : [],
          emails: email.trim() ? [{ address: email }] : [],
          ...(owner && { owner_id: owner.id }),
        },
      },
      {
        onError: (error) => isRefused(error, 'invalid') && form.setErrors(formErrors(error.fieldErrors)),
      },
    );
  });
  const discard = () => {
    const values = form.getValues();
    dropDraft(draft);
    onClose();
    if (!isEmpty(values)) notice.done('Discarded the new contact', () => restoreDrafts([[draft, values]]));
  };
  const nameless = isRefused(create.error, 'contacts.nameless') ? textOf(create.error) : undefined;
  const isWarned = matches.length > 0 && warned === JSON.stringify(asked);

  return (
    <Dialog onClose={onClose} title="New contact" size="lg">
      <FormLayout
        columns={2}
        submit={isWarned ? 'Add anyway' : 'Add contact'}
        also={
          <Button type="submit" variant="default" value="open" disabled={busy}>
            {isWarned ? 'Add anyway and open' : 'Add and open'}
          </Button>
        }
        error={nameless}
        busy={busy}
        onSubmit={submit}
        onCancel={discard}
      >
        <TextField form={form} path="first_name" label="First name" focus />
        <TextField form={form} path="last_name" label="Last name" />
        <PhoneField form={form} path="phone" label="Mobile phone" />
        <TextField form={form} path="email" label="E-mail" type="email" />
        <ContactCreateMatches matches={matches} />
        <StatusPicker label="Status" clearable {...form.getInputProps('status_id')} />
        <SourcePicker label="Source" clearable {...form.getInputProps('source_id')} />
        {me.can['contacts.assign_others'] && (
          <PersonPicker label="Owner" placeholder="You" clearable {...form.getInputProps('owner')} />
        )}
      </FormLayout>
    </Dialog>
  );
}

const isEmpty = (values: Values) => JSON.stringify(values) === JSON.stringify(empty);

/** A complete phone, a complete e-mail. */
const askedOf = ({ phone, email }: Pick<Values, 'phone' | 'email'>) => ({
  phone: normalPhone(phone),
  email: /^\S+@\S+\.\S+$/.test(email.trim()) ? email.trim().toLowerCase() : '',
});

const matchesQuery = (body: ReturnType<typeof askedOf>) => ({
  ...queryOf(findContactMatches, { body }),
  retry: false,
  staleTime: 10_000,
});

/** A fast user may not have seen the matches yet. If the search fails, adding is still possible. */
async function hasMatches(values: Values): Promise<boolean> {
  const body = askedOf(values);
  if (body.phone + body.email === '') return false;
  try {
    return (await queryClient.fetchQuery(matchesQuery(body))).data.length > 0;
  } catch {
    return false;
  }
}

/** The form has one phone and one e-mail: `phones.0.number` becomes `phone`, `emails.0.address` becomes `email`. */
const formErrors = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.replace(/^(phone|email)s\b.*/, '$1'), text]));

// The handful of fields one changes while working down the list.
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Contact, getContact, listContacts, quickUpdateContact } from '#contract/contacts.ts';
import { formatPhone } from '#contract/formats.ts';
import { type Tag, updateTagsSingle } from '#contract/tags.ts';
import { isRefused } from '../../app/api.ts';
import { FailedQuery } from '../../app/FailedQuery.tsx';
import { textOf } from '../../app/notices.tsx';
import { useSend } from '../../app/queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormLayout, Wide } from '../../ui/FormLayout.tsx';
import { SkeletonLines } from '../../ui/Skeletons.tsx';
import { StatusPicker } from '../reference/StatusPicker.tsx';
import { TagPicker } from '../tags/TagPicker.tsx';
import { ContactStaleDialog } from './ContactStaleDialog.tsx';
import { glanceAtContact, patchRow, savedVersion } from './contacts.api.ts';
import { formErrors } from './contacts.forms.ts';

export function ContactQuickEdit({ id, onClose }: { id: number; onClose: () => void }) {
  const contact = useQuery({ ...glanceAtContact(id), staleTime: 0 });
  const fresh = contact.data && !contact.isFetching;
  return (
    <Dialog onClose={onClose} title={contact.data?.name || 'Quick edit'} size="lg">
      {contact.error ? (
        <FailedQuery query={contact} />
      ) : fresh ? (
        <QuickForm key={contact.data.version} contact={contact.data} onClose={onClose} />
      ) : (
        <SkeletonLines lines={6} height={28} />
      )}
    </Dialog>
  );
}

const fieldsOf = (contact: Contact) => ({
  phone: formatPhone(contact.phones[0]?.number ?? ''),
  email: contact.emails[0]?.address ?? '',
  status_id: contact.status_id,
  note: contact.note,
});

function QuickForm({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const form = useForm({ initialValues: fieldsOf(contact) });
  const [tags, setTags] = useState<Tag[]>(contact.tags);
  const [theirs, setTheirs] = useState<Contact>();
  const save = useSend(quickUpdateContact, {
    form: true,
    handles: ['contacts.stale', 'contacts.nameless'],
    invalidates: [getContact],
  });
  const tag = useSend(updateTagsSingle, { invalidates: [getContact, listContacts] });

  /** Only what was changed is sent; the other phones and e-mails stay behind the first. */
  const changesOver = (base: Contact) => {
    const { phone, email, ...plain } = form.getValues();
    return {
      ...Object.fromEntries(Object.entries(plain).filter(([field]) => form.isDirty(field))),
      ...(form.isDirty('phone') && {
        phones: replaceFirst(base.phones, phone, (number) => ({ type: base.phones[0]?.type ?? 2, number })),
      }),
      ...(form.isDirty('email') && { emails: replaceFirst(base.emails, email, (address) => ({ address })) }),
    };
  };
  const send = async (base: Contact) => {
    const change = changesOver(base);
    try {
      if (Object.keys(change).length > 0) {
        const row = await save.mutateAsync({ params: { id: base.id }, body: { ...change, version: base.version } });
        patchRow(row.id, row);
      }
      if (idsOf(tags) !== idsOf(contact.tags))
        await tag.mutateAsync({
          body: { id: base.id, tags: tags.map(({ id }) => id), before: contact.tags.map(({ id }) => id) },
        });
      onClose();
    } catch (error) {
      setTheirs(savedVersion(error));
      if (isRefused(error, 'invalid')) form.setErrors(formErrors(error.fieldErrors));
    }
  };

  if (theirs) {
    return (
      <ContactStaleDialog
        mine={{ row: contact, change: changesOver(theirs), shown: {} }}
        theirs={theirs}
        onChoose={(whose) => {
          setTheirs(undefined);
          if (whose === 'mine') void send(theirs);
          else onClose();
        }}
      />
    );
  }
  const nameless = isRefused(save.error, 'contacts.nameless') ? textOf(save.error) : undefined;
  return (
    <FormLayout
      columns={2}
      submit="Save"
      error={nameless}
      busy={save.isPending || tag.isPending}
      onCancel={onClose}
      onSubmit={form.onSubmit(() => void send(contact))}
    >
      <StatusPicker label="Status" clearable autoFocus openOnFocus={false} {...form.getInputProps('status_id')} />
      <TagPicker label="Tags" value={tags} onChange={setTags} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <TextInput label="E-mail" type="email" {...form.getInputProps('email')} />
      <Wide>
        <Textarea label="Standing note" autosize minRows={3} maxRows={10} {...form.getInputProps('note')} />
      </Wide>
    </FormLayout>
  );
}

const idsOf = (tags: readonly Tag[]) =>
  tags
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join();

/** An empty text takes the first away. */
function replaceFirst<T>(list: readonly T[], text: string, make: (text: string) => T | object) {
  return [...(text.trim() ? [make(text.trim())] : []), ...list.slice(1)] as T[];
}

// Links a contact with another, or changes what they are to each other.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { useSend } from '#app/queries.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { type LinkedContact, listLinkedContacts, updateLinkedContact } from '#contract/linkedContacts.ts';
import type { LinkRelation } from '#contract/linkRelations.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { relationWords } from './contacts.relations.ts';

export function ContactLinkDialog({
  id,
  link,
  onClose,
}: {
  id: number;
  /** Undefined: a new one. */
  link: LinkedContact | undefined;
  onClose: () => void;
}) {
  const [other, setOther] = useState<Person | null>(link ?? null);
  const [relation, setRelation] = useState<LinkRelation>(link?.relation ?? 'spouse');
  const [isMissing, setMissing] = useState(false);
  const save = useSend(updateLinkedContact, {
    form: true,
    invalidates: [listLinkedContacts, listContactTimeline],
    onDone: onClose,
  });
  const refused = isRefused(save.error, 'invalid') ? save.error.fieldErrors.linked_contact_id : undefined;
  return (
    <Dialog title={link ? `Change the link with ${link.name}` : 'Link a contact'} size="sm" onClose={onClose}>
      <FormLayout
        submit={link ? 'Save' : 'Link the contact'}
        busy={save.isPending}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(!other);
          if (other) save.mutate({ params: { id }, body: { linked_contact_id: other.id, relation } });
        }}
      >
        <Select
          label="What the linked contact is"
          data-autofocus
          allowDeselect={false}
          data={Object.entries(relationWords).map(([value, label]) => ({ value, label }))}
          value={relation}
          onChange={(value) => value && setRelation(value as LinkRelation)}
        />
        {!link && (
          <ContactPicker
            label="Contact"
            value={other}
            onChange={setOther}
            error={refused ?? (isMissing && !other && 'Choose a contact')}
          />
        )}
      </FormLayout>
    </Dialog>
  );
}

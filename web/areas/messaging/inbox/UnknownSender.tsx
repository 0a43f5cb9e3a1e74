// A sender who is no contact yet: a new contact, or one that exists already.
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { createContact } from '#contract/contacts.ts';
import { type Conversation, updateConversation } from '#contract/conversations.ts';
import { changed } from '#web/areas/messaging/conversations/conversations.api.ts';
import classes from '#web/areas/messaging/conversations/Inbox.module.css';

export function UnknownSender({ conversation: { id, channel, their_name, their_address } }: { conversation: Conversation }) {
  const { can } = useMe();
  const [first = '', ...rest] = their_name.split(' ');
  const [kind, setKind] = useState<'new' | 'known'>(can['contacts.create'] ? 'new' : 'known');
  const [name, setName] = useState({ first_name: first, last_name: rest.join(' ') });
  const [contact, setContact] = useState<{ id: number; name: string } | null>(null);
  const match = useSend(updateConversation, { invalidates: changed, onDone: () => notice.done('Joined with the contact') });
  const join = (contact_id: number) => match.mutate({ params: { id }, body: { contact_id } });
  const create = useSend(createContact, { onDone: (created) => join(created.id) });
  const reach = channel === 'text' ? { phones: [{ number: their_address }] } : { emails: [{ address: their_address }] };
  const isNamed = (name.first_name + name.last_name).trim() !== '';
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (kind === 'known' && contact) join(contact.id);
        if (kind === 'new' && isNamed) create.mutate({ body: { ...name, ...reach } });
      }}
    >
      {can['contacts.create'] && (
        <SegmentedControl
          aria-label="Who is this?"
          data={[
            { value: 'new', label: 'A new contact' },
            { value: 'known', label: 'A contact you have' },
          ]}
          value={kind}
          onChange={(next) => setKind(next as typeof kind)}
        />
      )}
      {kind === 'new' ? (
        <div className={classes.choices}>
          <TextInput
            label="First name"
            maxLength={100}
            value={name.first_name}
            onChange={({ currentTarget: { value } }) => setName({ ...name, first_name: value })}
          />
          <TextInput
            label="Last name"
            maxLength={100}
            value={name.last_name}
            onChange={({ currentTarget: { value } }) => setName({ ...name, last_name: value })}
          />
        </div>
      ) : (
        <ContactPicker
          label="Which contact is this?"
          description="Then you can answer, and the conversation stands with the contact."
          value={contact}
          onChange={setContact}
        />
      )}
      <div className={classes.buttons}>
        <Button
          type="submit"
          loading={match.isPending || create.isPending}
          disabled={kind === 'new' ? !isNamed : contact === null}
        >
          {kind === 'new' ? 'Make a contact' : 'Join with the contact'}
        </Button>
      </div>
    </form>
  );
}

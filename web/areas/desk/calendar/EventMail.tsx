// Mails the contact of an event; the composer then offers the campaigns that are meant for events.
import { Button } from '@mantine/core';
import { useMe } from '#app/session.ts';
import type { Person } from '#contract/users.ts';
import { mailAsked } from '#web/areas/messaging/templates/mail.ask.ts';

export function EventMail({ contact }: { contact: Person | null }) {
  const { can } = useMe();
  if (!contact || !can['messages.send']) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      w="fit-content"
      maw="100%"
      onClick={() => mailAsked.set({ ...contact, place: 'event' })}
    >
      E-mail {contact.name || 'the contact'}
    </Button>
  );
}

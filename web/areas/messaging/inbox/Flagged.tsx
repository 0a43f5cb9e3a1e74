// The contact may want no more texts, in other words than STOP: a person reads it and decides.
import { Button, Group } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Conversation, updateConversation } from '#contract/conversations.ts';
import { updatePermission } from '#contract/texting.ts';
import { changed } from '#web/areas/messaging/conversations/conversations.api.ts';
import classes from '#web/areas/messaging/conversations/Inbox.module.css';

export function Flagged({ conversation: { id, contact, excerpt } }: { conversation: Conversation }) {
  const { can } = useMe();
  const seen = useSend(updateConversation, { invalidates: changed });
  const settle = () => seen.mutate({ params: { id }, body: { flagged: false } });
  const stop = useSend(updatePermission, {
    invalidates: changed,
    onDone: () => {
      notice.done('This contact gets no more texts');
      settle();
    },
  });
  return (
    <section className={classes.flagged} aria-label="Texts may not be wanted">
      <IconHandStop size="1.25rem" aria-hidden className={classes.clock} />
      <span className={classes.plan}>
        <b>This person may want no more texts.</b>
        <span>Please read what they wrote, and decide.</span>
      </span>
      <Group gap="xs">
        {contact && can['contacts.update'] && (
          <Button
            size="compact-sm"
            color="red.8"
            loading={stop.isPending}
            onClick={() =>
              stop.mutate({
                body: {
                  contact_id: contact.id,
                  permission: false,
                  purpose: 'all',
                  text: excerpt || 'By text',
                  at: new Date().toISOString(),
                },
              })
            }
          >
            Stop texts
          </Button>
        )}
        <Button size="compact-sm" variant="default" loading={seen.isPending} onClick={settle}>
          They still want texts
        </Button>
      </Group>
    </section>
  );
}

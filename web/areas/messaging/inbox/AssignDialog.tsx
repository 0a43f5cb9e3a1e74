// Chooses the owner of a conversation.
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Conversation, updateConversation } from '#contract/conversations.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import { changed } from '#web/areas/messaging/conversations/conversations.api.ts';
import classes from '#web/areas/messaging/conversations/Inbox.module.css';

export function AssignDialog({ conversation: { id, owner }, onClose }: { conversation: Conversation; onClose: () => void }) {
  const me = useMe();
  const [person, setPerson] = useState(owner);
  const assign = useSend(updateConversation, {
    invalidates: changed,
    onDone: (answer) => {
      notice.done(answer.owner ? `Assigned to ${answer.owner.name}` : 'Assigned to no one');
      onClose();
    },
  });
  const give = (owner_id: number | null) => assign.mutate({ params: { id }, body: { owner_id } });
  return (
    <Dialog opened title="Assign the conversation" onClose={onClose}>
      <div className={classes.form}>
        <PersonPicker
          label="Person"
          description="They see it among their own, and hear of new messages."
          value={person}
          onChange={setPerson}
        />
        {owner === null && <Text size="sm">It belongs to no one now.</Text>}
        <div className={classes.buttons}>
          <Button
            loading={assign.isPending}
            disabled={!person || person.id === owner?.id}
            onClick={() => person && give(person.id)}
          >
            Assign
          </Button>
          {owner?.id !== me.id && (
            <Button variant="default" onClick={() => give(me.id)}>
              Assign to me
            </Button>
          )}
          {owner && (
            <Button variant="default" onClick={() => give(null)}>
              Assign to no one
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

// Answers that leave later, above the composer: when, what, and whose. Taken back, the words stand in the
// composer again.
import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { Conversation } from '#contract/conversations.ts';
import {
  deleteScheduledMessage,
  listScheduledMessages,
  type ScheduledMessage,
  updateScheduledMessage,
} from '#contract/scheduledMessages.ts';
import { momentIn } from '#ui/moments.ts';
import { writeQuery } from './conversations.api.ts';
import { restoreAnswer, wayOf } from './conversations.sending.ts';
import classes from './Inbox.module.css';
import { ChooseTime } from './SendLater.tsx';

export function ScheduledList({ conversation }: { conversation: Conversation }) {
  const { id, contact } = conversation;
  const list = useQuery({ ...queryOf(listScheduledMessages, { params: { id } }), staleTime: 0 });
  const about = useQuery({ ...writeQuery(contact?.id ?? 0), enabled: contact !== null });
  useUpdate('conversation.changed', () => void invalidate(listScheduledMessages));
  /** They wait over all channels of the person. */
  const conversationOf = (message: ScheduledMessage) =>
    [conversation, ...(about.data?.conversations ?? [])].find((each) => each.id === message.conversation_id);
  if (!list.data || list.data.data.length === 0) return null;
  return (
    <ul className={classes.scheduled} aria-label="Leaves later">
      {list.data.data.map((message) => (
        <Scheduled key={message.id} message={message} contact={contact?.id ?? 0} of={conversationOf(message)} />
      ))}
    </ul>
  );
}

interface ScheduledProps {
  message: ScheduledMessage;
  /** Its id. */
  contact: number;
  /** The conversation that it answers. */
  of: Conversation | undefined;
}

function Scheduled({ message, contact, of }: ScheduledProps) {
  const { timezone, id: me } = useMe();
  const { id, text, attachments, track_clicks, send_at, asked_by, failure, can } = message;
  const [choosing, setChoosing] = useState(false);
  const update = useSend(updateScheduledMessage, {
    invalidates: [listScheduledMessages],
    onDone: () => setChoosing(false),
  });
  const cancel = useSend(deleteScheduledMessage, {
    invalidates: [listScheduledMessages],
    onDone: () => restoreAnswer(contact, { text, files: attachments, tracks: track_clicks, ...(of && wayOf(of)) }),
  });
  return (
    <li className={classes.waiting} data-failed={failure !== null || undefined}>
      <IconClock size="1rem" aria-hidden className={classes.clock} />
      <span className={classes.plan}>
        <span className="figures">
          {failure === null ? `Leaves ${momentIn(timezone, send_at)}` : `Not sent ${momentIn(timezone, send_at)}`}
          {asked_by.id !== me && ` · ${asked_by.name}`}
        </span>
        <span className={classes.leaving}>
          {failure ?? (text || attachments.map(({ name }) => name).join(', '))}
          {failure === null && text && attachments.length > 0 && ` · ${attachments.length} files`}
        </span>
      </span>
      {can.update && (
        <>
          <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
            Change time
          </Button>
          <Button variant="subtle" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
            Take back
          </Button>
        </>
      )}
      {choosing && (
        <ChooseTime
          moment={send_at}
          busy={update.isPending}
          onChoose={(moment) => update.mutate({ params: { id }, body: { send_at: moment } })}
          onClose={() => setChoosing(false)}
        />
      )}
    </li>
  );
}

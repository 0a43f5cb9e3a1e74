// One conversation: what was written, and the answer.
import { Anchor, Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import {
  answerConversation,
  type Conversation,
  countUnread,
  getConversation,
  listConversations,
  updateConversation,
} from '#contract/conversations.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { ConversationMessage } from './ConversationMessage.tsx';
import classes from './Conversations.module.css';

const changed = [countUnread, listConversations, getConversation] as const;

export function ConversationPage({ id }: { id: number }) {
  const query = useQuery({ ...queryOf(getConversation, { params: { id } }), staleTime: 0 });
  const conversation = query.data;
  useReading(conversation);
  if (isRefused(query.error, 'not_found', 'invalid'))
    return (
      <EmptyState
        heading="h1"
        title="This conversation does not exist"
        text="It may belong to someone whose work you cannot see."
      >
        <Link to="/replies">Go to the replies</Link>
      </EmptyState>
    );
  return (
    <>
      <PageHeader
        title={conversation?.subject || 'Conversation'}
        before={
          <Anchor
            size="sm"
            renderRoot={(props) => <Link from="/replies" to="/replies" search={({ id: _, ...old }) => old} {...props} />}
          >
            Replies
          </Anchor>
        }
      >
        {conversation && <MarkUnread id={id} />}
      </PageHeader>
      <div className={classes.page}>
        {query.error && !conversation ? (
          <FailedQuery query={query} />
        ) : conversation ? (
          <>
            <Who conversation={conversation} />
            <ol className={classes.thread} aria-label="Messages">
              {conversation.items.map((item) => (
                <ConversationMessage key={`${item.direction} ${item.id}`} conversationId={id} item={item} />
              ))}
            </ol>
            {conversation.can.answer ? <Answer conversation={conversation} /> : <Match id={id} />}
          </>
        ) : (
          <SkeletonLines lines={8} height={20} />
        )}
      </div>
    </>
  );
}

/** What its owner has on screen is read; a colleague who looks on leaves it unread. */
function useReading(conversation: Conversation | undefined) {
  const me = useMe();
  const { mutate } = useSend(updateConversation, { invalidates: [countUnread, listConversations] });
  const { id, unread, owner } = conversation ?? {};
  const read = useRef(0);
  const isMine = owner === null || owner?.id === me.id;
  useEffect(() => {
    if (!id || !unread || !isMine || read.current === id) return;
    read.current = id;
    mutate({ params: { id }, body: { unread: false } });
  }, [id, unread, isMine, mutate]);
}

function MarkUnread({ id }: { id: number }) {
  const navigate = useNavigate();
  const mark = useSend(updateConversation, { invalidates: changed, onDone: () => void navigate({ to: '/replies' }) });
  return (
    <Button variant="default" loading={mark.isPending} onClick={() => mark.mutate({ params: { id }, body: { unread: true } })}>
      Mark as unread
    </Button>
  );
}

const Who = ({ conversation: { contact, their_name, their_address, owner } }: { conversation: Conversation }) => (
  <p className={classes.about}>
    {contact ? (
      <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
        {contact.name || 'No name'}
      </Link>
    ) : (
      their_name || 'No contact has this address'
    )}{' '}
    · {their_address}
    {owner && ` · with ${owner.name}`}
  </p>
);

function Answer({ conversation: { id, contact } }: { conversation: Conversation }) {
  const [text, setText] = useState('');
  /** A second press, or a retry after a lost answer, is the same mail. */
  const [onceKey, setOnceKey] = useState(() => crypto.randomUUID());
  const answer = useSend(answerConversation, {
    invalidates: changed,
    onDone: ({ counts }) => {
      setText('');
      setOnceKey(crypto.randomUUID());
      if (counts.blocked === 0) notice.done('The answer is on its way');
    },
  });
  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate({ params: { id }, body: { text }, onceKey });
      }}
    >
      <LeaveGuard when={text.trim() !== '' && !answer.isPending} />
      <Textarea
        label={`Answer to ${contact?.name || 'the contact'}`}
        description="It goes to the contact’s e-mail address, with your signature."
        autosize
        minRows={4}
        maxLength={20_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div>
        <Button type="submit" loading={answer.isPending} disabled={text.trim() === ''}>
          Send the answer
        </Button>
      </div>
    </form>
  );
}

function Match({ id }: { id: number }) {
  const [contact, setContact] = useState<{ id: number; name: string } | null>(null);
  const match = useSend(updateConversation, { invalidates: changed, onDone: () => notice.done('Joined with the contact') });
  return (
    <form
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault();
        if (contact) match.mutate({ params: { id }, body: { contact_id: contact.id } });
      }}
    >
      <ContactPicker
        label="Which contact is this?"
        description="Then you can answer, and the conversation stands with the contact."
        value={contact}
        onChange={setContact}
      />
      <div>
        <Button type="submit" loading={match.isPending} disabled={contact === null}>
          Join with the contact
        </Button>
      </div>
    </form>
  );
}

// Everything written with one contact, on the contact's page, with the answer below.
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { getConversation, listConversations } from '#contract/conversations.ts';
import type { Person } from '#contract/users.ts';
import { EmptyState, type EmptyStateProps } from '#ui/EmptyState.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Colleagues } from './Colleagues.tsx';
import { ConversationMessage } from './ConversationMessage.tsx';
import classes from './Conversations.module.css';
import { threadQuery } from './conversations.api.ts';
import { usePresence } from './conversations.presence.ts';
import { InboxComposer } from './InboxComposer.tsx';

export function ContactMessages({ contact: { id, name } }: { contact: Person }) {
  const list = useQuery({ ...queryOf(listConversations, { query: { contact_id: id, limit: 1 } }), staleTime: 0 });
  useUpdate('conversation.changed', () => void invalidate(listConversations, getConversation));
  useUpdate('send.changed', () => void invalidate(getConversation));
  const newest = list.data?.data[0];
  if (list.error && !list.data) return <FailedQuery query={list} />;
  if (list.isPending) return <SkeletonLines lines={6} height={16} />;
  if (!newest)
    return (
      <div className={classes.ofContact}>
        <NothingYet heading="h3" />
        <InboxComposer contact={{ id, name }} />
      </div>
    );
  return <Thread id={newest.id} />;
}

export const NothingYet = ({ heading }: Pick<EmptyStateProps, 'heading'>) => (
  <EmptyState
    icon={IconMessages}
    {...(heading && { heading })}
    title="No messages yet"
    text="What you and the contact write to each other appears here."
  />
);

function Thread({ id }: { id: number }) {
  const thread = useQuery(threadQuery(id));
  const colleagues = usePresence(id, thread.data?.items ?? []);
  if (thread.error && !thread.data) return <FailedQuery query={thread} />;
  if (!thread.data) return <SkeletonLines lines={6} height={16} />;
  return (
    <div className={classes.ofContact}>
      <p className={classes.under}>
        <Link to="/inbox" search={{ id }}>
          Open in the inbox
        </Link>
      </p>
      <ol className={classes.list} aria-label="Messages">
        {thread.data.items.map((item) => (
          <ConversationMessage key={`${item.direction} ${item.id}`} item={item} />
        ))}
      </ol>
      <div className={classes.foot}>
        <Colleagues colleagues={colleagues} />
        {thread.data.contact && <InboxComposer contact={thread.data.contact} conversation={thread.data} />}
      </div>
    </div>
  );
}

// The thread of a contact without messages. A contact with a conversation gets that one.
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { NothingYet } from '#web/areas/messaging/conversations/ContactMessages.tsx';
import { writeQuery } from '#web/areas/messaging/conversations/conversations.api.ts';
import { chooseText } from '#web/areas/messaging/conversations/conversations.sending.ts';
import classes from '#web/areas/messaging/conversations/Inbox.module.css';
import { InboxComposer } from '#web/areas/messaging/conversations/InboxComposer.tsx';

const InboxContact = later(() => import('./InboxContact.tsx').then((module) => module.InboxContact));

interface Props {
  /** Its id. */
  contact: number;
  /** The number of theirs to text. */
  number: string | undefined;
  /** Gets the conversation. */
  onBegun: (id: number) => void;
  onClose: () => void;
}

export function InboxFirstText({ contact: id, number, onBegun, onClose }: Props) {
  const about = useQuery(writeQuery(id));
  const begun = about.data?.conversations[0]?.id;
  const begin = useEffectEvent(onBegun);
  useEffect(() => chooseText(id, number), [id, number]);
  useEffect(() => {
    if (begun) begin(begun);
  }, [begun]);
  if (isRefused(about.error, 'not_found', 'invalid'))
    return (
      <section className={classes.nothing} aria-label="Conversation">
        <EmptyState title="This contact does not exist" text="It may belong to someone whose contacts you cannot see.">
          <Button variant="default" onClick={onClose}>
            Back to the inbox
          </Button>
        </EmptyState>
      </section>
    );
  return (
    <>
      <section className={classes.thread} aria-label="Conversation">
        {about.error && !about.data ? (
          <FailedQuery query={about} />
        ) : about.data && !begun ? (
          <>
            <header className={classes.head}>
              <ActionIcon
                className={classes.back}
                variant="subtle"
                color="gray"
                size="lg"
                onClick={onClose}
                aria-label="Back to the list"
              >
                <IconArrowLeft size="1.25rem" />
              </ActionIcon>
              <h2 className={classes.heading}>
                <Link to="/contacts/$id" params={{ id: String(id) }}>
                  {about.data.contact.name || 'No name'}
                </Link>
              </h2>
            </header>
            <div className={classes.messages}>
              {about.data.phones.length > 0 ? (
                <NothingYet heading="h3" />
              ) : (
                <EmptyState heading="h3" title="No phone number" text="Enter a number of the contact, then you can text them." />
              )}
            </div>
            <div className={classes.foot}>
              <InboxComposer contact={about.data.contact} />
            </div>
          </>
        ) : (
          <div className={classes.pending}>
            <SkeletonLines lines={8} height={20} />
          </div>
        )}
      </section>
      <aside className={classes.contact} aria-label="Contact">
        <Suspense>
          <InboxContact id={id} />
        </Suspense>
      </aside>
    </>
  );
}

// The messages with one person over all channels, the actions, and the answer; with the contact beside it.
import { ActionIcon, Anchor, Button } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconClock, IconMailOpened, IconPhone, IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { CallIcon } from '#app/PhoneNumber.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import {
  type Conversation,
  countUnread,
  type getConversation,
  listConversations,
  updateConversation,
} from '#contract/conversations.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Colleagues } from '#web/areas/messaging/conversations/Colleagues.tsx';
import { ConversationMessage } from '#web/areas/messaging/conversations/ConversationMessage.tsx';
import {
  addressWords,
  type Change,
  changed,
  nameOf,
  setAside,
  threadQuery,
} from '#web/areas/messaging/conversations/conversations.api.ts';
import { usePresence } from '#web/areas/messaging/conversations/conversations.presence.ts';
import { snoozeTimes } from '#web/areas/messaging/conversations/conversations.times.ts';
import classes from '#web/areas/messaging/conversations/Inbox.module.css';
import { InboxComposer } from '#web/areas/messaging/conversations/InboxComposer.tsx';
import { Flagged } from './Flagged.tsx';

const AssignDialog = later(() => import('./AssignDialog.tsx').then((module) => module.AssignDialog));
const InboxContact = later(() => import('./InboxContact.tsx').then((module) => module.InboxContact));
const UnknownSender = later(() => import('./UnknownSender.tsx').then((module) => module.UnknownSender));

type Shown = AnswerOf<typeof getConversation>;

interface Props {
  id: number;
  onClose: () => void;
  /** It was set aside: the next one opens. */
  onLeft: () => void;
}

export function InboxThread({ id, onClose, onLeft }: Props) {
  const query = useQuery(threadQuery(id));
  const conversation = query.data;
  useReading(conversation);
  const colleagues = usePresence(id, conversation?.items ?? []);
  if (isRefused(query.error, 'not_found', 'invalid'))
    return (
      <section className={classes.nothing} aria-label="Conversation">
        <EmptyState title="This conversation does not exist" text="It may belong to someone whose work you cannot see.">
          <Button variant="default" onClick={onClose}>
            Back to the inbox
          </Button>
        </EmptyState>
      </section>
    );
  return (
    <>
      <section className={classes.thread} aria-label="Conversation">
        {query.error && !conversation ? (
          <FailedQuery query={query} />
        ) : conversation ? (
          <>
            <Head conversation={conversation} onClose={onClose} onLeft={onLeft} />
            {conversation.flagged && <Flagged conversation={conversation} />}
            <Messages conversation={conversation} />
            <div className={classes.foot}>
              <Colleagues colleagues={colleagues} />
              {conversation.contact ? (
                <InboxComposer contact={conversation.contact} conversation={conversation} />
              ) : (
                <Suspense>
                  <UnknownSender conversation={conversation} />
                </Suspense>
              )}
            </div>
          </>
        ) : (
          <div className={classes.pending}>
            <SkeletonLines lines={8} height={20} />
          </div>
        )}
      </section>
      <aside className={classes.contact} aria-label="Contact">
        <Suspense>{conversation?.contact && <InboxContact id={conversation.contact.id} />}</Suspense>
      </aside>
    </>
  );
}

/** A conversation that its owner has on screen is read; a colleague who looks on leaves it unread. */
function useReading(conversation: Conversation | undefined) {
  const me = useMe();
  const { mutate } = useSend(updateConversation, { invalidates: [countUnread, listConversations] });
  const { id, unread, owner, last_at } = conversation ?? {};
  const read = useRef('');
  const isMine = owner === null || owner?.id === me.id;
  useEffect(() => {
    const seen = `${id} ${last_at}`;
    if (!id || !isMine || read.current === seen) return;
    read.current = seen; // marked as unread by hand, it stays unread until the next message
    if (unread) mutate({ params: { id }, body: { unread: false } });
  }, [id, unread, isMine, last_at, mutate]);
}

function Head({ conversation, onClose, onLeft }: { conversation: Shown } & Pick<Props, 'onClose' | 'onLeft'>) {
  const me = useMe();
  const { id, contact, their_address, owner, aside, unread, others } = conversation;
  const [assigning, setAssigning] = useState(false);
  const [snoozing, setSnoozing] = useState(false);
  const update = useSend(updateConversation, { invalidates: changed });
  const set = (body: Change) => update.mutate({ params: { id }, body });
  const leave = (body: Change, words: string) => {
    onLeft();
    void setAside(id, body, words);
  };
  return (
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
      <div className={classes.about}>
        <h2 className={classes.heading}>
          {contact ? (
            <Link to="/contacts/$id" params={{ id: String(contact.id) }}>
              {nameOf(conversation)}
            </Link>
          ) : (
            nameOf(conversation)
          )}
        </h2>
        <div className={classes.small}>
          {addressWords(their_address)}
          {owner ? owner.id !== me.id && ` · with ${owner.name}` : ' · unassigned'}
          {others.length > 0 && <Others others={others} onChoose={(contact_id) => set({ contact_id })} />}
        </div>
      </div>
      <div className={classes.actions}>
        {isNumber(their_address) && (
          <CallIcon
            variant="subtle"
            color="gray"
            size="lg"
            title="Call"
            number={their_address}
            person={contact ? { id: contact.id, name: nameOf(conversation) } : undefined}
          >
            <IconPhone size="1.15rem" />
          </CallIcon>
        )}
        {aside ? (
          <Button variant="default" size="compact-sm" onClick={() => set({ done: false })}>
            Back to the inbox
          </Button>
        ) : (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Mark as done"
              title="Mark as done (E)"
              onClick={() => leave({ done: true }, 'Done, until they write again')}
            >
              <IconCheck size="1.15rem" />
            </ActionIcon>
            <Menu
              opened={snoozing}
              onOpened={setSnoozing}
              position="bottom-end"
              target={
                <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Snooze" title="Snooze">
                  <IconClock size="1.15rem" />
                </ActionIcon>
              }
            >
              {snoozeTimes(me.timezone, new Date()).map(({ label, hint, at }) => (
                <MenuItem
                  key={label}
                  rightSection={<span className={classes.hint}>{hint}</span>}
                  onClick={() => leave({ snoozed_until: at }, `Snoozed until ${hint}`)}
                >
                  {label}
                </MenuItem>
              ))}
            </Menu>
          </>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Mark as unread"
          title="Mark as unread (U)"
          disabled={unread}
          onClick={() => set({ unread: true })}
        >
          <IconMailOpened size="1.15rem" />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Assign" title="Assign" onClick={() => setAssigning(true)}>
          <IconUserShare size="1.15rem" />
        </ActionIcon>
      </div>
      <Suspense>{assigning && <AssignDialog conversation={conversation} onClose={() => setAssigning(false)} />}</Suspense>
    </header>
  );
}

/** Of a text: it can be called, also where the sender is no contact yet. */
const isNumber = (address: string) => /^\d{10}$/.test(address);

/** Several contacts have this number: users can correct which of them the conversation is with. */
function Others({ others, onChoose }: { others: Shown['others']; onChoose: (id: number) => void }) {
  const [opened, setOpened] = useState(false);
  const [first] = others;
  return (
    <>
      {' · also: '}
      <Menu
        opened={opened}
        onOpened={setOpened}
        position="bottom-start"
        target={
          <Anchor component="button" type="button" size="sm">
            {others.length === 1 ? first?.name : `${others.length} contacts`}
          </Anchor>
        }
      >
        {others.map(({ id, name }) => (
          <MenuItem key={id} onClick={() => onChoose(id)}>
            This is {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export function Messages({ conversation: { items } }: { conversation: Pick<Shown, 'items'> }) {
  const scroller = useRef<HTMLDivElement>(null);
  const last = items.at(-1);
  const newest = last && `${last.direction} ${last.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message comes into sight
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [newest]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <div ref={scroller} className={classes.messages} tabIndex={0} role="log" aria-label="Thread">
      <ol className={classes.items} aria-label="Messages">
        {items.map((item) => (
          <ConversationMessage key={`${item.direction} ${item.id}`} item={item} />
        ))}
      </ol>
    </div>
  );
}

// The inbox in three panes: who wrote, what was written, and the contact. Narrow screens show fewer at once.

import { IconMessages } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { useUpdate } from '#app/cable.ts';
import { notice } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import { getConversation } from '#contract/conversations.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { change, inboxQuery, refreshInbox, setAside } from '#web/areas/messaging/conversations/conversations.api.ts';
import classes from '#web/areas/messaging/conversations/Inbox.module.css';
import { InboxList } from './InboxList.tsx';

const InboxFirstText = later(() => import('./InboxFirstText.tsx').then((module) => module.InboxFirstText));
const InboxThread = later(() => import('./InboxThread.tsx').then((module) => module.InboxThread));

export function InboxPage() {
  const search = useSearch({ from: '/shell/inbox' });
  const { id, contact, to, ...chosen } = search;
  const navigate = useNavigate({ from: '/inbox' });
  const client = useQueryClient();
  const inSight = useRef(0);
  useUpdate('conversation.changed', () => {
    refreshInbox(chosen, inSight.current);
    void invalidate(getConversation);
  });
  useUpdate('send.changed', () => void invalidate(getConversation));
  const rows = () => client.getQueryData(inboxQuery(chosen).queryKey)?.pages.flatMap(({ data }) => data) ?? [];
  const open = (next: number | undefined) =>
    void navigate({
      search: (old) => ({ ...old, id: next, contact: undefined, to: undefined }),
      replace: id !== undefined || contact !== undefined,
    });
  /**
   * The list puts unread ones first, so it moves while one reads: the keys follow the order in which one
   * began.
   */
  const walk = useRef<number[]>([]);
  const step = (by: number) => {
    const ids = rows().map((row) => row.id);
    const begun = id !== undefined && walk.current.includes(id) ? walk.current.filter((one) => ids.includes(one)) : [];
    walk.current = [...begun, ...ids.filter((one) => !begun.includes(one))];
    const place = id === undefined ? -1 : walk.current.indexOf(id);
    const next = walk.current[Math.min(Math.max(place + by, 0), walk.current.length - 1)];
    if (next !== undefined) open(next);
  };
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  useShortcuts([
    { keys: 'j', label: 'Next conversation', group: 'Inbox', run: () => step(1) },
    { keys: 'k', label: 'Previous conversation', group: 'Inbox', run: () => step(-1) },
    { keys: 'r', label: 'Write an answer', group: 'Inbox', run: () => focus('[name="inbox-answer"]') },
    { keys: '/', label: 'Search the inbox', group: 'Inbox', run: () => focus('[name="inbox-search"]') },
    {
      keys: 'e',
      label: 'Mark as done',
      group: 'Inbox',
      run: () => {
        if (!id) return;
        step(1);
        void setAside(id, { done: true }, 'Done, until they write again');
      },
    },
    {
      keys: 'u',
      label: 'Mark as unread',
      group: 'Inbox',
      run: () => id && void change(id, { unread: true }).catch(notice.failed),
    },
  ]);
  return (
    <div className={classes.inbox} data-open={id || contact ? true : undefined}>
      <InboxList search={search} onOpen={open} onSight={(row) => (inSight.current = row)} />
      {id ? (
        <Suspense fallback={<section className={classes.thread} />}>
          <InboxThread key={id} id={id} onClose={() => open(undefined)} onLeft={() => step(1)} />
        </Suspense>
      ) : contact ? (
        <Suspense fallback={<section className={classes.thread} />}>
          <InboxFirstText key={contact} contact={contact} number={to} onBegun={open} onClose={() => open(undefined)} />
        </Suspense>
      ) : (
        <section className={classes.nothing} aria-label="Conversation">
          <EmptyState icon={IconMessages} title="No conversation is open" text="Choose one from the list, or press J." />
        </section>
      )}
    </div>
  );
}

// The list of conversations: one row a person, only the visible ones in the page.
import { ActionIcon, Checkbox, Group, Select, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { IconBell, IconMail, IconMessage, IconMessagePlus, IconMessages, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ContactPicker } from '#app/ContactPicker.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { MessageAlertChoices } from '#app/MessageAlertChoices.tsx';
import { useMe } from '#app/session.ts';
import type { ConversationFilter, MessageChannel } from '#contract/conversationLists.ts';
import type { Conversation } from '#contract/conversations.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { dayIn, timeIn, todayIn, wallTimeIn } from '#ui/moments.ts';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { Popover } from '#ui/Popover.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { inboxQuery, nameOf } from '#web/areas/messaging/conversations/conversations.api.ts';
import {
  type ConversationSearch,
  conversationFilters,
  messageChannels,
} from '#web/areas/messaging/conversations/conversations.search.ts';
import classes from '#web/areas/messaging/conversations/Inbox.module.css';
import { channelWords, emptyWords, filterWords } from './inbox.labels.ts';

const rowHeight = 76;

interface Props {
  search: ConversationSearch;
  onOpen: (id: number) => void;
  /** Gets the last row in sight. */
  onSight: (row: number) => void;
}

export function InboxList({ search, onSight }: Props) {
  const { filter, unread, q, channel, id } = search;
  const { features } = useMe();
  const navigate = useNavigate({ from: '/inbox' });
  const go = (next: Partial<ConversationSearch>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const list = useInfiniteQuery({ ...inboxQuery(search), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className={classes.people} aria-label="Conversations">
      <header className={classes.listHead}>
        <div className={classes.titleBar}>
          <Title order={1} size="h3">
            Inbox
          </Title>
          {features.texting && (
            <Group gap="xs">
              <WriteText />
              <Alerts />
            </Group>
          )}
        </div>
        <search className={classes.bar} aria-label="Inbox">
          <TextInput
            type="search"
            name="inbox-search"
            aria-label="Search names and messages"
            placeholder="Search names and messages"
            leftSection={<IconSearch size="1rem" aria-hidden />}
            value={q}
            onChange={({ currentTarget }) => go({ q: currentTarget.value })}
          />
          <div className={classes.choices}>
            <Select
              aria-label="Which conversations"
              allowDeselect={false}
              data={conversationFilters.map((value) => ({ value, label: filterWords[value] }))}
              value={filter}
              onChange={(next) => go({ filter: next as ConversationFilter })}
            />
            <Select
              aria-label="Channel"
              allowDeselect={false}
              data={[
                { value: '', label: 'All channels' },
                ...messageChannels.map((value) => ({ value, label: channelWords[value] })),
              ]}
              value={channel ?? ''}
              onChange={(next) => go({ channel: (next || undefined) as MessageChannel | undefined })}
            />
          </div>
          <Checkbox
            label="Unread only"
            checked={unread}
            onChange={({ currentTarget }) => go({ unread: currentTarget.checked })}
          />
        </search>
      </header>
      {list.error && !list.data ? (
        <FailedQuery query={list} />
      ) : list.isPending ? (
        <div className={classes.pending}>
          <SkeletonLines lines={8} height={52} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon={IconMessages} {...(q ? emptySearch : unread ? allRead : emptyWords[filter])} />
      ) : (
        <Rows
          rows={rows}
          chosen={id}
          onSight={onSight}
          onMore={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

/** Finds a contact to text. Their thread opens, or an empty one. */
function WriteText() {
  const navigate = useNavigate({ from: '/inbox' });
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Write a text"
        title="Write a text"
        onClick={() => setOpened(true)}
      >
        <IconMessagePlus size="1.15rem" />
      </ActionIcon>
      {opened && (
        <Dialog title="Write a text" onClose={() => setOpened(false)}>
          <ContactPicker
            label="To"
            data-autofocus
            placeholder="Name, phone or e-mail"
            onChange={(contact) => {
              if (!contact) return;
              setOpened(false);
              void navigate({ search: (old) => ({ ...old, id: undefined, to: undefined, contact: contact.id }) });
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** How new texts are told, where people miss it. */
function Alerts() {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      position="bottom-end"
      width="18rem"
      target={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="New text messages"
          title="How new texts are told"
          onClick={() => setOpened(!opened)}
        >
          <IconBell size="1.15rem" />
        </ActionIcon>
      }
    >
      <MessageAlertChoices />
    </Popover>
  );
}

const emptySearch = { title: 'Nothing found', text: 'Search for another name or other words.' };
const allRead = { title: 'Nothing is unread', text: 'Every message here has been read.' };

interface RowsProps {
  rows: readonly Conversation[];
  chosen: number | undefined;
  onSight: (row: number) => void;
  onMore: () => void;
}

function Rows({ rows, chosen, onSight, onMore }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const sight = useEffectEvent((row: number) => {
    onSight(row);
    if (row >= rows.length - 20) onMore();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may be wanted at once
  useEffect(() => sight(last), [last, rows.length]);
  const place = rows.findIndex(({ id }) => id === chosen);
  const show = useEffectEvent((index: number) => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  });
  useEffect(() => show(place), [place]);
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          return row && <Row key={key} row={row} top={start} chosen={row.id === chosen} place={index + 1} />;
        })}
      </ul>
    </div>
  );
}

function Row({ row, top, chosen, place }: { row: Conversation; top: number; chosen: boolean; place: number }) {
  const me = useMe();
  const { id, contact, subject, excerpt, last_at, unread, owner, channels, aside, flagged } = row;
  const name = nameOf(row);
  return (
    <li
      className={classes.item}
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      aria-posinset={place}
      aria-setsize={-1}
    >
      <Link
        from="/inbox"
        to="/inbox"
        search={(old) => ({ ...old, id, contact: undefined, to: undefined })}
        className={classes.row}
        data-unread={unread || undefined}
        aria-current={chosen || undefined}
      >
        <PersonAvatar person={{ id: contact?.id ?? id, name }} size="2.25rem" />
        <span className={classes.who}>
          <span className={classes.name}>{name}</span>
          {unread && <span className={classes.new}>New</span>}
        </span>
        <time className={`${classes.time} figures`} dateTime={last_at}>
          {whenIn(me.timezone, last_at)}
        </time>
        <span className={classes.what}>
          {subject ? <b>{subject}</b> : null} {excerpt}
        </span>
        <span className={classes.marks}>
          {channels.map((channel) =>
            channel === 'text' ? (
              <IconMessage key={channel} size="0.9rem" aria-hidden />
            ) : (
              <IconMail key={channel} size="0.9rem" aria-hidden />
            ),
          )}
          <VisuallyHidden>{channels.map((channel) => channelWords[channel]).join(' and ')}</VisuallyHidden>
          {flagged && <span className={classes.stop}>May want to stop</span>}
          {aside && <span>{aside === 'done' ? 'Done' : 'Snoozed'}</span>}
          {owner ? owner.id !== me.id && <span className={classes.owner}>{owner.name}</span> : <span>Unassigned</span>}
        </span>
      </Link>
    </li>
  );
}

/** Today the time, before that the day. */
const whenIn = (zone: Parameters<typeof timeIn>[0], moment: string) =>
  wallTimeIn(zone, moment).slice(0, 10) === todayIn(zone) ? timeIn(zone, moment) : dayIn(zone, moment);

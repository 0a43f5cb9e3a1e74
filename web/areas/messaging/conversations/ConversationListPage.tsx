// What contacts wrote back, the latest first; unread ones stand out.
import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { IconMessages, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type Conversation, listConversations } from '#contract/conversations.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pages } from '#ui/Pages.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Conversations.module.css';
import { tabWords } from './conversations.labels.ts';
import { type ConversationSearch, type ConversationTab, conversationTabs } from './conversations.search.ts';

export function ConversationListPage() {
  const { tab, unread, q, page } = useSearch({ from: '/shell/replies' });
  const navigate = useNavigate({ from: '/replies' });
  const go = (next: Partial<ConversationSearch>) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace: true });
  const conversations = useQuery({
    ...queryOf(listConversations, { query: { tab, unread, q, page } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const rows = conversations.data?.data ?? [];
  const { total_count, total_pages } = conversations.data?.meta ?? {};
  return (
    <>
      <PageHeader title="Replies" about={total_count?.toLocaleString('en-US')} />
      <div className={classes.page}>
        <search className={classes.bar} aria-label="Replies">
          <SegmentedControl
            aria-label="Which replies"
            data={conversationTabs.map((value) => ({ value, label: tabWords[value] }))}
            value={tab}
            onChange={(next) => go({ tab: next as ConversationTab })}
          />
          <Checkbox
            className={classes.unread}
            label="Unread only"
            checked={unread}
            onChange={({ currentTarget }) => go({ unread: currentTarget.checked })}
          />
          <TextInput
            type="search"
            aria-label="Search by name, address or subject"
            placeholder="Search by name, address or subject"
            leftSection={<IconSearch size="1rem" />}
            value={q}
            onChange={({ currentTarget }) => go({ q: currentTarget.value })}
          />
        </search>
        {conversations.error && !conversations.data ? (
          <FailedQuery query={conversations} />
        ) : conversations.isPending ? (
          <SkeletonLines lines={8} height={36} />
        ) : rows.length === 0 ? (
          <EmptyState icon={IconMessages} {...(q ? emptySearch : unread ? allRead : emptyWords[tab])} />
        ) : (
          <ul className={classes.list}>
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
        <Pages page={page} total={total_pages} onPage={(next) => go({ page: next })} />
      </div>
    </>
  );
}

const emptySearch = { title: 'No such reply', text: 'Search for another name, address or subject.' };
const allRead = { title: 'Nothing is unread', text: 'Every reply here has been read.' };
const emptyWords: Record<ConversationTab, { title: string; text: string }> = {
  all: { title: 'No replies yet', text: 'When a contact answers one of your mails, the answer appears here.' },
  mine: { title: 'No replies to you yet', text: 'When a contact answers one of your mails, the answer appears here.' },
  unmatched: { title: 'Every reply has its contact', text: 'Mail from addresses that no contact has appears here.' },
};

function Row({
  row: { id, contact, their_name, their_address, subject, excerpt, last_at, unread, owner },
}: {
  row: Conversation;
}) {
  const me = useMe();
  return (
    <li>
      <Link
        from="/replies"
        to="/replies"
        search={(old) => ({ ...old, id })}
        className={classes.row}
        data-unread={unread || undefined}
      >
        <span className={classes.who}>
          {contact?.name || their_name || their_address}
          {unread && <span className={classes.new}>New</span>}
        </span>
        <time className={`${classes.time} figures`} dateTime={last_at}>
          {momentIn(me.timezone, last_at)}
        </time>
        <span className={classes.what}>
          <b>{subject || 'No subject'}</b> {excerpt}
        </span>
        {owner && owner.id !== me.id && <span className={classes.owner}>{owner.name}</span>}
      </Link>
    </li>
  );
}

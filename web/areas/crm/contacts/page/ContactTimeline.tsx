// A contact's history, newest first, by day.
import { Button, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { Contact } from '#contract/contacts.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { ContactTimelineEntry } from './ContactTimelineEntry.tsx';
import { timelineQuery, wholeTimeline } from './contactPage.api.ts';

const ContactTimelineFilters = later(() =>
  import('./ContactTimelineFilters.tsx').then((module) => module.ContactTimelineFilters),
);
const ContactComposer = later(() => import('./ContactComposer.tsx').then((module) => module.ContactComposer));

export function ContactTimeline({ contact }: { contact: Contact }) {
  const { timezone } = useMe();
  const [filter, setFilter] = useState(wholeTimeline);
  const [q] = useDebouncedValue(filter.q.trim(), 150);
  const timeline = useInfiniteQuery({
    ...timelineQuery(contact.id, { ...filter, q }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = q !== '' || filter.kind !== '' || filter.actor !== '';
  const entries = timeline.data?.pages.flatMap((page) => page.data) ?? [];
  const names = Object.assign({}, ...(timeline.data?.pages.map((page) => page.meta.names) ?? [])) as Record<string, string>;
  const { hasNextPage, fetchNextPage } = timeline;

  return (
    <>
      {contact.can.update && (
        <Suspense fallback={<SkeletonLines lines={3} height={24} />}>
          <ContactComposer contact={contact} />
        </Suspense>
      )}
      {(entries.length > 0 || isFiltered) && (
        <Suspense fallback={<Skeleton height={36} />}>
          <ContactTimelineFilters id={contact.id} filter={filter} onChange={setFilter} />
        </Suspense>
      )}
      {timeline.error && entries.length === 0 ? (
        <FailedQuery query={timeline} />
      ) : timeline.isPending ? (
        <SkeletonLines lines={8} height={16} />
      ) : entries.length === 0 && isFiltered ? (
        <EmptyState icon={IconSearchOff} title="Nothing matches">
          <Button variant="default" onClick={() => setFilter(wholeTimeline)}>
            Show everything
          </Button>
        </EmptyState>
      ) : entries.length === 0 ? (
        <EmptyState icon={IconHistory} title="Nothing happened yet" text="Notes, calls logged and every change are told here." />
      ) : (
        <Timeline
          entries={entries}
          timezone={timezone}
          more={hasNextPage ? { isBusy: timeline.isFetching, fetch: () => void fetchNextPage() } : undefined}
        >
          {(entry) => <ContactTimelineEntry contact={contact} entry={entry} names={names} />}
        </Timeline>
      )}
    </>
  );
}

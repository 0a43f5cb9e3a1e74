// What happened to a contact, newest first, by day.
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { Contact } from '#contract/contacts.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { ContactTimelineEntry } from './ContactTimelineEntry.tsx';
import { timelineQuery } from './contactPage.api.ts';

const ContactComposer = later(() => import('./ContactComposer.tsx').then((module) => module.ContactComposer));

export function ContactTimeline({ contact }: { contact: Contact }) {
  const { timezone } = useMe();
  const timeline = useInfiniteQuery(timelineQuery(contact.id));
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
      {timeline.error && entries.length === 0 ? (
        <FailedQuery query={timeline} />
      ) : timeline.isPending ? (
        <SkeletonLines lines={8} height={16} />
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

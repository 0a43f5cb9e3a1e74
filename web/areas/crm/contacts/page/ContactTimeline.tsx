// What happened to a contact, the newest first, under the day it happened on.
import { Button, Title } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { useMe } from '#app/session.ts';
import type { Contact } from '#contract/contacts.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { dayIn, todayIn } from '#ui/moments.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './ContactTimeline.module.css';
import { ContactTimelineEntry } from './ContactTimelineEntry.tsx';
import { timelineQuery } from './contactPage.api.ts';

const ContactComposer = later(() => import('./ContactComposer.tsx').then((module) => module.ContactComposer));

export function ContactTimeline({ contact }: { contact: Contact }) {
  const { timezone } = useMe();
  const timeline = useInfiniteQuery(timelineQuery(contact.id));
  const entries = timeline.data?.pages.flatMap((page) => page.data) ?? [];
  const names = Object.assign({}, ...(timeline.data?.pages.map((page) => page.meta.names) ?? [])) as Record<string, string>;
  const days = [...Map.groupBy(entries, ({ at }) => dayIn(timezone, at))];
  const today = todayIn(timezone);
  const { ref, inViewport } = useInViewport<HTMLButtonElement>();
  const { hasNextPage, isFetching, fetchNextPage } = timeline;
  useEffect(() => {
    if (inViewport && hasNextPage && !isFetching) void fetchNextPage();
  }, [inViewport, hasNextPage, isFetching, fetchNextPage]);

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
        days.map(([day, told]) => (
          <section key={day} aria-label={day}>
            <Title order={2} className={`${classes.day} figures`}>
              {wordOf(day, today)}
            </Title>
            <ol className={classes.entries}>
              {told.map((entry) => (
                <ContactTimelineEntry key={entry.id} entry={entry} names={names} />
              ))}
            </ol>
          </section>
        ))
      )}
      {hasNextPage && (
        <Button ref={ref} variant="default" loading={timeline.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

/** `day` is MM/DD/YYYY, `today` YYYY-MM-DD. */
function wordOf(day: string, today: string) {
  const iso = `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`;
  const ago = Math.round((Date.parse(today) - Date.parse(iso)) / 86_400_000);
  return ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : day;
}

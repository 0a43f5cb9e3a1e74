// A contact's timeline as it is printed: all of it, or what the filter leaves.
import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getContactTimelineFilters } from '#contract/contactHistory.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { momentIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { glanceAtContact } from '../contacts.api.ts';
import { ContactTimelineEntry } from './ContactTimelineEntry.tsx';
import classes from './ContactTimelinePage.module.css';
import { timelineQuery } from './contactPage.api.ts';

/** Pages of 30 entries. */
const maxPages = 50;

export function ContactTimelinePage() {
  const me = useMe();
  const id = Number(useParams({ from: '/contacts/$id/timeline' }).id);
  const filter = useSearch({ from: '/contacts/$id/timeline' });
  const contact = useQuery(glanceAtContact(id));
  const filters = useQuery(queryOf(getContactTimelineFilters, { params: { id } }));
  const timeline = useInfiniteQuery(timelineQuery(id, filter));
  const pages = timeline.data?.pages ?? [];
  const { hasNextPage, isFetching, fetchNextPage } = timeline;
  const isFull = pages.length >= maxPages;
  const isComing = hasNextPage && !isFull && !timeline.error;
  useEffect(() => {
    if (isComing && !isFetching) void fetchNextPage();
  }, [isComing, isFetching, fetchNextPage]);

  const failed = [contact, timeline].find((query) => query.error && !query.data);
  if (failed) return <FailedQuery query={failed} />;
  if (!contact.data || !timeline.data) return <SkeletonLines lines={8} height={16} />;
  const entries = pages.flatMap((page) => page.data);
  const names = Object.assign({}, ...pages.map((page) => page.meta.names)) as Record<string, string>;
  const { kinds = [], people = [] } = filters.data ?? {};
  const said = [
    kinds.find(({ name }) => name === filter.kind)?.label,
    people.find((person) => String(person.id) === filter.actor)?.name,
    filter.q && `“${filter.q}”`,
  ].filter(Boolean);
  return (
    <main className={classes.sheet}>
      <PageHeader title={<bdi>{contact.data.name || contact.data.organization || 'No name'}</bdi>} about="Timeline">
        <Button loading={isComing} leftSection={<IconPrinter size="1rem" stroke={1.6} />} onClick={() => window.print()}>
          Print
        </Button>
      </PageHeader>
      <p className={classes.about}>
        {[
          me.company.name,
          `${me.profile.first_name} ${me.profile.last_name}`.trim(),
          momentIn(me.timezone, new Date().toISOString()),
          ...said,
        ].join(' · ')}
      </p>
      {entries.length === 0 && <EmptyState title="Nothing to print" />}
      <Timeline entries={entries} timezone={me.timezone}>
        {(entry) => <ContactTimelineEntry contact={contact.data} entry={entry} names={names} whole />}
      </Timeline>
      {hasNextPage && timeline.error && (
        <Group component="p" role="alert">
          Older entries could not be loaded.
          <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </Group>
      )}
      {hasNextPage && isFull && <p>Older entries are not shown. Filter the timeline to print them.</p>}
    </main>
  );
}

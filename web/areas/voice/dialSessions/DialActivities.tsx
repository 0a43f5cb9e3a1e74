// The contact's latest activities.
import { Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { ContactTimelineEntry } from '../../crm/contacts/page/ContactTimelineEntry.tsx';
import { contactQuery, timelineQuery } from '../../crm/contacts/page/contactPage.api.ts';
import classes from './DialPage.module.css';

const few = 6;

export function DialActivities({ contactId }: { contactId: number }) {
  const { timezone } = useMe();
  const contact = useQuery(contactQuery(contactId));
  const timeline = useInfiniteQuery(timelineQuery(contactId));
  const entries = timeline.data?.pages[0]?.data ?? [];
  const names = timeline.data?.pages[0]?.meta.names ?? {};
  return (
    <section aria-labelledby="dial-lately">
      <Title order={2} size="h4" id="dial-lately">
        Lately
      </Title>
      {!contact.data || timeline.isPending ? (
        <SkeletonLines lines={5} height={16} />
      ) : entries.length === 0 ? (
        <p className={classes.words}>Nothing happened yet</p>
      ) : (
        <>
          <Timeline entries={entries.slice(0, few)} timezone={timezone}>
            {(entry) => contact.data && <ContactTimelineEntry contact={contact.data} entry={entry} names={names} whole />}
          </Timeline>
          {entries.length > few && (
            <Link to="/contacts/$id" params={{ id: String(contactId) }}>
              Show everything
            </Link>
          )}
        </>
      )}
    </section>
  );
}

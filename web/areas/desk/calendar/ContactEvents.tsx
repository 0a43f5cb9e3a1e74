// A contact's events: the coming and the past ones, and a new one with the contact filled in.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconCalendarOff, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type CalendarEvent, listCalendarHistory, listContactEvents } from '#contract/calendar.ts';
import type { Contact } from '#contract/contacts.ts';
import { StatusBadge } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { momentIn, todayIn, wallTimeIn } from '#ui/moments.ts';
import { Pages } from '#ui/Pages.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { slotOn } from './calendar.days.ts';
import { titleOfEvent, toneOf, typeWords, whenWords } from './calendar.labels.ts';

const EventDrawer = later(() => import('./EventDrawer.tsx').then((module) => module.EventDrawer));
const EventForm = later(() => import('./EventForm.tsx').then((module) => module.EventForm));

const lists = { upcoming: 'Upcoming', past: 'Past', history: 'History' };
type Shown = keyof typeof lists;

export function ContactEvents({ contact }: { contact: Contact }) {
  const me = useMe();
  const [shown, setShown] = useState<Shown>('upcoming');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<CalendarEvent>();
  const [creating, setCreating] = useState(false);
  const today = todayIn(me.timezone);
  return (
    <>
      <Group justify="space-between" my="sm">
        <SegmentedControl
          aria-label="Which events"
          data={Object.entries(lists).map(([value, label]) => ({ value, label }))}
          value={shown}
          onChange={(next) => {
            setShown(next as Shown);
            setPage(1);
          }}
        />
        {me.can['calendar.update'] && (
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size="0.9rem" />} onClick={() => setCreating(true)}>
            New event
          </Button>
        )}
      </Group>
      {shown === 'history' ? (
        <History contactId={contact.id} page={page} onPage={setPage} />
      ) : (
        <Events contactId={contact.id} when={shown} page={page} onPage={setPage} onOpen={setOpened} />
      )}
      <Suspense>
        {opened && <EventDrawer key={`${opened.id}/${opened.occurrence}`} event={opened} onClose={() => setOpened(undefined)} />}
        {creating && (
          <EventForm
            slot={slotOn(today, wallTimeIn(me.timezone, new Date().toISOString()))}
            contact={{ id: contact.id, name: contact.name || 'No name' }}
            onClose={() => setCreating(false)}
          />
        )}
      </Suspense>
    </>
  );
}

interface ListProps {
  contactId: number;
  page: number;
  onPage: (page: number) => void;
}

function Events({
  contactId,
  when,
  page,
  onPage,
  onOpen,
}: ListProps & { when: 'upcoming' | 'past'; onOpen: (event: CalendarEvent) => void }) {
  const { timezone } = useMe();
  const query = useQuery({
    ...queryOf(listContactEvents, { query: { contact_id: contactId, when, page } }),
    placeholderData: keepPreviousData,
  });
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (query.isPending) return <SkeletonLines lines={5} height={16} />;
  const { data, meta } = query.data;
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconCalendarOff}
        heading="h3"
        title={when === 'upcoming' ? 'No upcoming events' : 'No past events'}
        text="Appointments and calls with this contact, of all users, appear here."
      />
    );
  return (
    <>
      <PlainTable
        label={`${lists[when]} events`}
        rows={data}
        keyOf={({ id, occurrence }) => `${id}/${occurrence}`}
        columns={[
          { header: 'When', cell: (event) => <span className="figures">{whenWords(event, timezone)}</span> },
          { header: 'Event', cell: titleOfEvent },
          {
            header: 'Type',
            cell: (event) => !event.hidden && <StatusBadge status={{ title: typeWords[event.type], color: toneOf(event) }} />,
          },
          { header: 'Calendar of', cell: ({ owner }) => owner.name },
        ]}
        actions={(event) => (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Open ${titleOfEvent(event)}, ${whenWords(event, timezone)}`}
            onClick={() => onOpen(event)}
          >
            Open
          </Button>
        )}
      />
      <Pages page={page} total={meta.total_pages} onPage={onPage} />
    </>
  );
}

const kindWords = { took_place: 'Took place', created: 'Added', changed: 'Changed', removed: 'Deleted' };

function History({ contactId, page, onPage }: ListProps) {
  const { timezone } = useMe();
  const query = useQuery({
    ...queryOf(listCalendarHistory, { query: { contact_id: contactId, page } }),
    placeholderData: keepPreviousData,
  });
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (query.isPending) return <SkeletonLines lines={5} height={16} />;
  const { data, meta } = query.data;
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconCalendarOff}
        heading="h3"
        title="No history yet"
        text="Events that took place, and changes of events, appear here."
      />
    );
  return (
    <>
      <PlainTable
        label="History of events"
        rows={data.map((entry, place) => ({ ...entry, place }))}
        keyOf={({ place }) => place}
        columns={[
          { header: 'Time', cell: ({ at }) => <span className="figures">{momentIn(timezone, at)}</span> },
          { header: 'What', cell: ({ kind, title }) => `${kindWords[kind]}: ${title}` },
          { header: 'Event on', cell: ({ start_date }) => <span className="figures">{start_date}</span> },
          { header: 'By', cell: ({ actor, owner, kind }) => (kind === 'took_place' ? owner.name : actor?.name) },
        ]}
      />
      <Pages page={page} total={meta.total_pages} onPage={onPage} />
    </>
  );
}

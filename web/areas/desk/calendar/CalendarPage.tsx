// The calendar: its toolbar over a grid or an agenda. The URL has the view, the day and the filters.
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarOff, IconPlus, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import type { FormDraft } from '#app/draftChanges.ts';
import { draftAt, keepDraft } from '#app/drafts.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import type { CalendarEvent, listEvents } from '#contract/calendar.ts';
import { eventTypes } from '#contract/eventTypes.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { ianaZones } from '#contract/lookups.ts';
import { listAssignees } from '#contract/users.ts';
import { isDay } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { todayIn, wallTimeIn } from '#ui/moments.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { CalendarAgenda } from './CalendarAgenda.tsx';
import classes from './CalendarPage.module.css';
import { CalendarToolbar } from './CalendarToolbar.tsx';
import { eventsQuery } from './calendar.api.ts';
import { rangeOf, slotOn, stepped } from './calendar.days.ts';
import { newEventIn, withoutTimes } from './calendar.drafts.ts';
import { isoDay, zoneName } from './calendar.labels.ts';
import type { CalendarSearch, View } from './calendar.search.ts';
import type { Slot } from './calendar.values.ts';
import { useEventChange } from './useEventChange.tsx';

const CalendarGrid = later(() => import('./CalendarGrid.tsx').then((module) => module.CalendarGrid));
const CalendarSettings = later(() => import('./CalendarSettings.tsx').then((module) => module.CalendarSettings));
const EventDrawer = later(() => import('./EventDrawer.tsx').then((module) => module.EventDrawer));
const EventForm = later(() => import('./EventForm.tsx').then((module) => module.EventForm));
const LinkedEvent = later(() => import('./EventDrawer.tsx').then((module) => module.LinkedEvent));

export function CalendarPage() {
  const me = useMe();
  const zone = me.timezone;
  const said = useSearch({ from: '/shell/calendar' });
  const search = { ...said, types: said.types.filter((type) => (eventTypes as readonly string[]).includes(type)) };
  const navigate = useNavigate({ from: '/calendar' });
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;
  const view: View = search.view ?? (phone ? 'agenda' : 'week');
  const today = todayIn(zone);
  const day = search.day && isDay(search.day) ? search.day : today;
  const { from, to } = rangeOf(view, day, me.week_starts);
  const events = useQuery(eventsQuery({ from, to }, search));
  const found = useQuery({
    ...queryOf(listAssignees, { query: { ids: [search.user ?? me.id] } }),
    enabled: search.user !== undefined,
  });
  const person = search.user ? (found.data?.data[0] ?? { id: search.user, name: '…' }) : null;
  const { move, remove, questions } = useEventChange(zone);
  const [opened, setOpened] = useState<CalendarEvent>();
  const [creating, setCreating] = useState<Slot>();
  const [settings, setSettings] = useState(false);
  const cursor = useRef<string>(undefined);

  const change = (some: Partial<Record<keyof CalendarSearch, unknown>>, replace = false) =>
    void navigate({ search: { ...search, ...some } as CalendarSearch, replace });
  const show = (nextView: View, nextDay: string) => change({ view: nextView, day: nextDay });
  const step = (by: 1 | -1) => change({ day: stepped(view, day, by) });
  const goToday = () => change({ day: undefined });
  const mayAdd = me.can['calendar.update'];
  const create = (slot: Slot) => {
    const name = newEventIn(person ?? undefined);
    const draft = draftAt(name)?.value as FormDraft | undefined;
    if (draft) keepDraft(name, { typed: withoutTimes(draft.typed), base: withoutTimes(draft.base) });
    setCreating(slot);
  };
  const createHere = () => create(slotOn(cursor.current ?? day, wallTimeIn(zone, new Date().toISOString())));
  useShortcuts([
    ...(mayAdd ? [{ keys: 'n', label: 'New event', group: 'Calendar', run: createHere }] : []),
    { keys: 't', label: 'Today', group: 'Calendar', run: goToday },
    { keys: 'j', label: 'Next days', group: 'Calendar', run: () => step(1) },
    { keys: 'k', label: 'Previous days', group: 'Calendar', run: () => step(-1) },
    { keys: 'm', label: 'Month', group: 'Calendar', run: () => change({ view: 'month' }) },
    { keys: 'w', label: 'Week', group: 'Calendar', run: () => change({ view: 'week' }) },
    { keys: 'd', label: 'Day', group: 'Calendar', run: () => change({ view: 'day' }) },
    { keys: 'a', label: 'Agenda', group: 'Calendar', run: () => change({ view: 'agenda' }) },
  ]);
  const isFiltered = search.q !== '' || search.types.length > 0;
  const rows = events.data?.data ?? [];

  return (
    <div className={classes.page}>
      <PageHeader title="Calendar" about={zoneName(ianaZones[zone])}>
        <ActionIcon variant="default" size="2.25rem" aria-label="Calendar settings" onClick={() => setSettings(true)}>
          <IconSettings size="1.1rem" stroke={1.6} />
        </ActionIcon>
        {mayAdd && (
          <Button leftSection={<IconPlus size="1rem" />} onClick={createHere}>
            {phone ? 'New' : 'New event'}
          </Button>
        )}
      </PageHeader>
      <CalendarToolbar
        search={search}
        view={view}
        day={day}
        person={person}
        onChange={(some) => change(some, 'q' in some)}
        onStep={step}
        onToday={goToday}
        onPerson={(next) => change({ user: next?.id })}
      />
      {events.data && <CalendarLimits to={to} meta={events.data.meta} />}
      <div className={classes.body} data-scroll data-stale={events.isPlaceholderData || undefined}>
        {events.error && !events.data ? (
          <FailedQuery query={events} />
        ) : view === 'agenda' ? (
          events.isPending ? (
            <CalendarSkeleton />
          ) : rows.length > 0 ? (
            <CalendarAgenda
              from={from}
              to={to}
              events={rows}
              zone={zone}
              onOpen={setOpened}
              onRemove={(event) => void remove(event)}
            />
          ) : (
            <EmptyState
              icon={IconCalendarOff}
              title={isFiltered ? 'No matching events' : 'No events in these weeks'}
              text={
                isFiltered ? 'Change the search or the types.' : 'Appointments, calls and birthdays that you add appear here.'
              }
            >
              {isFiltered ? (
                <Button variant="default" onClick={() => change({ q: '', types: [] })}>
                  Show all events
                </Button>
              ) : (
                mayAdd && <Button onClick={createHere}>Add an event</Button>
              )}
            </EmptyState>
          )
        ) : (
          <Suspense fallback={<CalendarSkeleton />}>
            <CalendarGrid
              view={view}
              day={day}
              zone={zone}
              weekStarts={me.week_starts}
              events={rows}
              onCursor={(next) => {
                cursor.current = next;
              }}
              onShow={show}
              onOpen={setOpened}
              onRemove={(event) => void remove(event)}
              onCreate={mayAdd ? create : undefined}
              onMove={(event, times, revert) => void move(event, times, revert)}
            />
          </Suspense>
        )}
      </div>
      <Suspense>
        {opened && <EventDrawer key={`${opened.id}/${opened.occurrence}`} event={opened} onClose={() => setOpened(undefined)} />}
        {search.event && (
          <LinkedEvent
            key={`${search.event}/${search.at}`}
            id={search.event}
            at={search.at}
            onClose={() => change({ event: undefined, at: undefined }, true)}
          />
        )}
        {creating && <EventForm slot={creating} owner={person ?? undefined} onClose={() => setCreating(undefined)} />}
        {settings && <CalendarSettings onClose={() => setSettings(false)} />}
      </Suspense>
      {questions}
    </div>
  );
}

/** Says that the lists leave events out, and why. */
function CalendarLimits({ to, meta }: { to: string; meta: AnswerOf<typeof listEvents>['meta'] }) {
  const texts = [
    meta.truncated && 'There are more events than can be shown here. Choose fewer days, or search.',
    to > isoDay(meta.repeats_until) && `Repeating events are shown up to ${meta.repeats_until}.`,
  ].filter(Boolean);
  return (
    <div role="status" className={texts.length > 0 ? classes.limits : undefined}>
      {texts.join(' ')}
    </div>
  );
}

const CalendarSkeleton = () => (
  <div className={classes.skeleton} aria-hidden>
    <Skeleton height={32} mb="xs" />
    <Skeleton height="22rem" />
  </div>
);

// Month, week and day: FullCalendar over times by the user's clocks. To it, every zone is UTC, so that no day moves.
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import Calendar, { type CalendarRef, type EventApi, type EventInput } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import classic from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { CalendarEvent } from '#contract/calendar.ts';
import type { WeekStart } from '#contract/eventTypes.ts';
import { formatDay } from '#contract/kit/formats.ts';
import { ianaZones } from '#contract/lookups.ts';
import { momentOf, wallTimeIn, wallTimeOf, type Zone } from '#ui/moments.ts';
import classes from './CalendarGrid.module.css';
import { daysAfter, rangeOf } from './calendar.days.ts';
import { isoDay, titleOfEvent, toneOf } from './calendar.labels.ts';
import type { View } from './calendar.search.ts';
import type { Slot, timesBody } from './calendar.values.ts';

const plugins = [dayGrid, timeGrid, interaction, classic];
const gridViews = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const;

interface Props {
  view: keyof typeof gridViews;
  day: string;
  zone: Zone;
  weekStarts: WeekStart;
  events: readonly CalendarEvent[];
  /** The day that has the focus, where a new event goes. */
  onCursor: (day: string) => void;
  onShow: (view: View, day: string) => void;
  onOpen: (event: CalendarEvent) => void;
  onRemove: (event: CalendarEvent) => void;
  /** Undefined if the user may not add events here. */
  onCreate: ((slot: Slot) => void) | undefined;
  onMove: (event: CalendarEvent, times: ReturnType<typeof timesBody>, revert: () => void) => void;
}

const keyOf = ({ id, occurrence }: CalendarEvent) => `${id}/${occurrence ?? ''}`;

/** At the user's clocks. An all-day event ends on the day after its last. */
function inputOf(event: CalendarEvent, zone: Zone): EventInput {
  const { all_day, starts_at, ends_at, start_date, end_date, contact, can } = event;
  return {
    id: keyOf(event),
    title: contact ? `${titleOfEvent(event)} · ${contact.name}` : titleOfEvent(event),
    allDay: all_day,
    start: starts_at === null ? isoDay(start_date) : `${wallTimeIn(zone, starts_at)}:00Z`,
    end: ends_at === null ? daysAfter(isoDay(end_date), 1) : `${wallTimeIn(zone, ends_at)}:00Z`,
    color: 'var(--tint)',
    contrastColor: 'var(--mantine-color-text)',
    editable: can.update,
    extendedProps: { event },
  };
}

/** The times of the drop, by the clocks of the event's own zone. */
function timesOf({ start, end, allDay }: EventApi, event: CalendarEvent, zone: Zone): ReturnType<typeof timesBody> {
  const [from, to] = [start?.toISOString() ?? '', (end ?? start)?.toISOString() ?? ''];
  if (allDay) {
    const last = to > from ? daysAfter(to.slice(0, 10), -1) : from.slice(0, 10);
    return { start_date: formatDay(from), end_date: formatDay(last), start_time: null, end_time: null, timezone: null };
  }
  const [own, its] = [ianaZones[zone], event.timezone ?? ianaZones[zone]];
  const there = (wall: string) => (own === its ? wall : wallTimeOf(its, momentOf(own, wall)));
  const [begins, ends] = [there(from.slice(0, 16)), there(to.slice(0, 16))];
  return {
    start_date: formatDay(begins),
    end_date: formatDay(ends),
    start_time: begins.slice(11),
    end_time: ends.slice(11),
    timezone: its,
  };
}

export function CalendarGrid(props: Props) {
  const { view, day, zone, weekStarts, events, onCursor, onShow, onOpen, onRemove, onCreate, onMove } = props;
  const calendar = useRef<CalendarRef>(null);
  const root = useRef<HTMLDivElement>(null);
  /** The day to focus once it is on screen. */
  const wanted = useRef<string>(undefined);
  const inputs = useMemo(() => events.map((event) => inputOf(event, zone)), [events, zone]);
  useEffect(() => {
    // Not while React renders: FullCalendar draws itself at once.
    queueMicrotask(() => {
      calendar.current?.getApi().gotoDate(day);
      if (wanted.current) requestAnimationFrame(() => focusDay(root.current, wanted.current));
    });
  }, [day]);

  const moveCursor = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const focused = eventAt(target);
    if (focused?.can.update && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      onRemove(focused);
    }
    const from = focused ? undefined : dayAt(target);
    const week = view === 'month' ? 7 : 0;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -week, ArrowDown: week }[event.key];
    if (!from || !step) return;
    event.preventDefault();
    const next = daysAfter(from, step);
    const { from: first, to: last } = rangeOf(view, day, weekStarts);
    if (next >= first && next <= last) return focusDay(root.current, next);
    wanted.current = next;
    onShow(view, next);
  };
  const eventAt = (target: HTMLElement) => {
    const key = target.closest<HTMLElement>('[data-event]')?.dataset.event;
    return key === undefined ? undefined : events.find((each) => keyOf(each) === key);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the buttons inside
    <div
      ref={root}
      className={classes.root}
      data-view={view}
      onKeyDown={moveCursor}
      onFocus={({ target }) => {
        const focused = dayAt(target);
        wanted.current = undefined;
        if (focused) onCursor(focused);
      }}
    >
      <Calendar
        key={view}
        ref={calendar}
        plugins={plugins}
        initialView={gridViews[view]}
        initialDate={day}
        timeZone="UTC"
        now={() => `${wallTimeIn(zone, new Date().toISOString())}:00Z`}
        headerToolbar={false}
        height={view === 'month' ? '100%' : 'auto'}
        firstDay={weekStarts === 'monday' ? 1 : 0}
        fixedWeekCount={false}
        nowIndicator
        slotDuration="00:30:00"
        snapDuration="00:15:00"
        dayMaxEvents
        allDayText="All day"
        moreLinkHint={(count) => `Show ${count} more`}
        eventInteractive
        eventTimeFormat={{ hour: 'numeric', minute: '2-digit', meridiem: 'short' }}
        slotHeaderFormat={{ hour: 'numeric', meridiem: 'short' }}
        forceEventDuration
        allDayMaintainDuration={false}
        eventResizableFromStart={false}
        eventClass={({ event }) => `${classes.event} ${classes[toneOf(event.extendedProps.event as CalendarEvent)]}`}
        rowEventClass={classes.block}
        columnEventClass={classes.block}
        listItemEventBeforeClass={classes.dot}
        listItemEventTitleClass={classes.name}
        slotEventOverlap={false}
        events={inputs}
        selectable={onCreate !== undefined}
        selectMirror
        selectMinDistance={6}
        navLinks
        navLinkHint="$0"
        navLinkDayClick={(date) => onShow('day', date.toISOString().slice(0, 10))}
        navLinkClass={classes.link}
        dayHeaderContent={({ text, weekdayText, dayNumberText, inPopover }) =>
          view === 'month' || inPopover ? (
            text
          ) : (
            // The link's name is a date without the weekday: only the style shows that.
            <span className={classes.weekday} data-weekday={weekdayText}>
              {dayNumberText}
            </span>
          )
        }
        dayHeaderInnerClass={({ isToday }) => isToday && view !== 'month' && classes.today}
        dayCellTopInnerClass={({ isToday }) => `${classes.number} ${isToday ? classes.today : ''}`}
        viewDidMount={({ el }) => {
          if (view !== 'month') showMorning(el);
        }}
        eventDidMount={({ el, event }) => {
          el.dataset.event = event.id;
        }}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault();
          onOpen(event.extendedProps.event as CalendarEvent);
        }}
        dateClick={({ date, allDay }) => {
          const from = date.toISOString();
          if (view === 'month') onCreate?.(slotFrom(`${from.slice(0, 10)}T09:00`, `${from.slice(0, 10)}T10:00`));
          else if (allDay) onCreate?.(wholeDays(from.slice(0, 10), from.slice(0, 10)));
          else onCreate?.(slotFrom(from, new Date(date.getTime() + 3_600_000).toISOString()));
        }}
        select={({ start, end, allDay }) => {
          const [from, to] = [start.toISOString(), end.toISOString()];
          onCreate?.(allDay ? wholeDays(from.slice(0, 10), daysAfter(to.slice(0, 10), -1)) : slotFrom(from, to));
        }}
        eventDrop={({ event, revert }) => moved(event, revert)}
        eventResize={({ event, revert }) => moved(event, revert)}
      />
    </div>
  );

  function moved(dropped: EventApi, revert: () => void) {
    const event = dropped.extendedProps.event as CalendarEvent;
    onMove(event, timesOf(dropped, event, zone), revert);
  }
}

const dayAt = (target: HTMLElement) => target.closest<HTMLElement>('[data-date]')?.dataset.date;
const focusDay = (root: HTMLElement | null, day: string | undefined) =>
  root?.querySelector<HTMLElement>(`[data-date="${day}"] [role="link"]`)?.focus();

/** The page scrolls, not the hours alone, so that the keyboard scrolls them: it starts above 8 o'clock. */
function showMorning(view: HTMLElement) {
  const page = view.closest('[data-scroll]');
  if (!page) return;
  const drawn = new ResizeObserver(() => {
    if (view.offsetHeight <= page.clientHeight) return; // its hours come a moment later
    page.scrollTop = view.offsetHeight * (7.5 / 24);
    drawn.disconnect();
  });
  drawn.observe(view);
}

const slotFrom = (from: string, to: string): Slot => ({
  day: from.slice(0, 10),
  time: from.slice(11, 16),
  end_day: to.slice(0, 10),
  end_time: to.slice(11, 16),
});
const wholeDays = (day: string, end_day: string): Slot => ({ day, time: null, end_day, end_time: null });

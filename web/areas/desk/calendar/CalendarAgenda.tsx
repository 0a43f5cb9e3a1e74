// The events of some weeks as a list, under their days.
import { Title } from '@mantine/core';
import type { CalendarEvent } from '#contract/calendar.ts';
import { Dot } from '#ui/Dot.tsx';
import { todayIn, type Zone } from '#ui/moments.ts';
import classes from './CalendarAgenda.module.css';
import { daysAfter, longDayWords } from './calendar.days.ts';
import { daysOf, timeWords, titleOfEvent, toneOf, typeWords } from './calendar.labels.ts';

interface Props {
  /** In this range of days each event is under every day that it takes place on. */
  from: string;
  to: string;
  events: readonly CalendarEvent[];
  zone: Zone;
  /** Names each event's owner: the events are of several people's calendars. */
  withOwner?: boolean;
  onOpen: (event: CalendarEvent) => void;
  onRemove?: (event: CalendarEvent) => void;
}

export function CalendarAgenda({ from, to, events, zone, withOwner = false, onOpen, onRemove }: Props) {
  const today = todayIn(zone);
  return (
    <div className={classes.days}>
      {daysWithEvents(events, from, to, zone).map(([day, its]) => (
        <section key={day} aria-label={longDayWords(day)}>
          <Title order={3} className={`${classes.day} figures`} data-today={day === today || undefined}>
            {day === today ? `Today, ${longDayWords(day)}` : longDayWords(day)}
          </Title>
          <ul className={classes.events}>
            {its.map((event) => (
              <li key={`${event.id}/${event.occurrence}`}>
                <button
                  type="button"
                  className={classes.event}
                  onClick={() => onOpen(event)}
                  onKeyDown={({ key }) => key === 'Delete' && event.can.update && onRemove?.(event)}
                >
                  <span className={`${classes.time} figures`}>{timeWords(event, zone)}</span>
                  <Dot tone={toneOf(event)} />
                  <span className={classes.what}>
                    <span className={classes.title}>{titleOfEvent(event)}</span>
                    <span className={classes.about}>
                      {[event.contact?.name, event.place, withOwner && event.owner.name].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className={classes.type}>{!event.hidden && typeWords[event.type]}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** All-day events first, as the server orders them within a day. */
function daysWithEvents(events: readonly CalendarEvent[], from: string, to: string, zone: Zone): [string, CalendarEvent[]][] {
  const days = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    const its = daysOf(event, zone);
    for (let day = its.from < from ? from : its.from; day <= its.to && day <= to; day = daysAfter(day, 1))
      days.set(day, [...(days.get(day) ?? []), event]);
  }
  for (const list of days.values()) list.sort((one, other) => Number(other.all_day) - Number(one.all_day));
  return [...days].sort(([one], [other]) => one.localeCompare(other));
}

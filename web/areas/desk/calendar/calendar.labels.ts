// Words of the calendar on screen.
import type { CalendarEvent } from '#contract/calendar.ts';
import { type EventType, eventTypeColors } from '#contract/eventTypes.ts';
import { counted, formatDay } from '#contract/kit/formats.ts';
import { ianaZones } from '#contract/lookups.ts';
import type { Tone } from '#ui/Dot.tsx';
import { timeIn, wallTimeIn, type Zone } from '#ui/moments.ts';

export const typeWords: Record<EventType, string> = {
  appointment: 'Appointment',
  call: 'Call',
  meeting: 'Meeting',
  follow_up: 'Follow-up',
  renewal: 'Renewal',
  birthday: 'Birthday',
  training: 'Training',
  personal: 'Personal',
  other: 'Other',
};

export const toneOf = ({ color, type }: Pick<CalendarEvent, 'color' | 'type'>): Tone => color ?? eventTypeColors[type];

export const titleOfEvent = (event: Pick<CalendarEvent, 'hidden' | 'title'>) => (event.hidden ? 'Busy' : event.title);

/** Zones to choose from: the six of users, and Arizona’s, which has no daylight saving time. */
export const zones: Record<string, string> = {
  'America/New_York': 'Eastern time',
  'America/Chicago': 'Central time',
  'America/Denver': 'Mountain time',
  'America/Phoenix': 'Arizona time',
  'America/Los_Angeles': 'Pacific time',
  'America/Anchorage': 'Alaska time',
  'Pacific/Honolulu': 'Hawaii time',
};
export const zoneName = (iana: string) => zones[iana] ?? iana.replaceAll('_', ' ');

/** Minutes before the start, of events with a time and of all-day ones, which start at midnight. */
const timedReminders = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080];
const allDayReminders = [-540, 360, 900, 2340, 9540];
export const remindersOf = (allDay: boolean) => (allDay ? allDayReminders : timedReminders);

export function reminderWords(minutes: number, allDay: boolean): string {
  if (!allDay) return minutes === 0 ? 'When it starts' : `${spanWords(minutes)} before`;
  const days = Math.ceil(minutes / 1440);
  const hour = days * 24 - minutes / 60;
  const clock = hour === 12 ? 'noon' : hour === 0 ? 'midnight' : `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
  return Number.isInteger(hour)
    ? `${days < 1 ? 'On the day' : days === 1 ? 'The day before' : days === 7 ? 'A week before' : `${days} days before`} at ${clock}`
    : `${spanWords(minutes)} before`;
}

export function spanWords(minutes: number): string {
  if (minutes > 0 && minutes % 10_080 === 0) return counted(minutes / 10_080, 'week');
  if (minutes > 0 && minutes % 1440 === 0) return counted(minutes / 1440, 'day');
  return minutes > 0 && minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}

/** `YYYY-MM-DD` of MM/DD/YYYY. */
export const isoDay = (day: string) => `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`;

/** The days of an occurrence as a user of this zone sees them, both included: all-day events are on the same days everywhere. */
export function daysOf(event: CalendarEvent, zone: Zone): { from: string; to: string } {
  if (event.starts_at === null || event.ends_at === null) return { from: isoDay(event.start_date), to: isoDay(event.end_date) };
  const [from, end] = [wallTimeIn(zone, event.starts_at), wallTimeIn(zone, event.ends_at)];
  // One that ends at midnight is not on the next day, too.
  const to = end.endsWith('T00:00') && end > from ? new Date(Date.parse(`${end}Z`) - 1).toISOString() : end;
  return { from: from.slice(0, 10), to: to.slice(0, 10) };
}

/** “3:00 PM – 4:00 PM”, “All day” */
export const timeWords = ({ starts_at, ends_at }: Pick<CalendarEvent, 'starts_at' | 'ends_at'>, zone: Zone) =>
  starts_at === null || ends_at === null
    ? 'All day'
    : starts_at === ends_at
      ? timeIn(zone, starts_at)
      : `${timeIn(zone, starts_at)} – ${timeIn(zone, ends_at)}`;

/** “11/23/2026, 3:00 PM – 4:00 PM”, of several days “11/23/2026 – 11/25/2026, all day”. */
export function whenWords(event: CalendarEvent, zone: Zone): string {
  const { from, to } = daysOf(event, zone);
  const days = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  return `${days}, ${event.all_day ? 'all day' : timeWords(event, zone)}`;
}

/** The time in the event's own zone; null if it is the user’s: “12:00 PM – 1:00 PM Pacific time”. */
export function itsTimeWords({ timezone, start_time, end_time }: CalendarEvent, zone: Zone): string | null {
  if (timezone === null || start_time === null || end_time === null || timezone === ianaZones[zone]) return null;
  return `${clockWords(start_time)} – ${clockWords(end_time)} ${zoneName(timezone)}`;
}

/** 3:00 PM of 15:00. */
export function clockWords(time: string): string {
  const [hour = 0, minute = ''] = time.split(':').map((part, place) => (place === 0 ? Number(part) : part)) as [number, string];
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

// The values of an event's form: made of an event, and what of them is sent. Days are `YYYY-MM-DD`, times `14:30`.
import type { CalendarEvent, createEvent, updateEvent } from '#contract/calendar.ts';
import type { EventType } from '#contract/eventTypes.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { formatDay } from '#contract/kit/formats.ts';
import type { Person } from '#contract/users.ts';
import type { Tone } from '#ui/Dot.tsx';
import { clockWords, isoDay, reminderWords, typeWords, zoneName } from './calendar.labels.ts';
import { ruleWords } from './calendar.repeats.ts';

export type EventValues = {
  title: string;
  type: EventType;
  contact: Person | null;
  place: string;
  /** Null: the type's. */
  color: Tone | null;
  all_day: boolean;
  start_day: string | null;
  start_time: string | null;
  end_day: string | null;
  end_time: string | null;
  timezone: string;
  rrule: string | null;
  reminders: number[];
  private: boolean;
  busy: boolean;
  notes: string;
};

/** Day and time of a new event; without a time it is an all-day one. */
export interface Slot {
  day: string;
  time: string | null;
  /** The last day, and the end. */
  end_day: string;
  end_time: string | null;
}

export const newValues = ({ day, time, end_day, end_time }: Slot, zone: string, contact: Person | null): EventValues => ({
  title: '',
  type: 'appointment',
  contact,
  place: '',
  color: null,
  all_day: time === null,
  start_day: day,
  start_time: time ?? '09:00',
  end_day,
  end_time: end_time ?? '10:00',
  timezone: zone,
  rrule: null,
  reminders: time === null ? [] : [15],
  private: false,
  busy: true,
  notes: '',
});

export const valuesOf = (event: CalendarEvent, zone: string): EventValues => ({
  title: event.title,
  type: event.type,
  contact: event.contact,
  place: event.place,
  color: event.color,
  all_day: event.all_day,
  start_day: isoDay(event.start_date),
  start_time: event.start_time ?? '09:00',
  end_day: isoDay(event.end_date),
  end_time: event.end_time ?? '10:00',
  timezone: event.timezone ?? zone,
  rrule: event.rrule,
  reminders: event.reminders,
  private: event.private,
  busy: event.busy,
  notes: event.notes,
});

/** The day by which its rule counts: of a changed occurrence the original one. */
export const ruleDayOf = ({ occurrence, start_date }: CalendarEvent) => occurrence?.slice(0, 10) ?? isoDay(start_date);

const timeFields = ['all_day', 'start_day', 'start_time', 'end_day', 'end_time', 'timezone'] as const;
/** Compared as one field each. */
const fields = ['title', 'type', 'contact', 'place', 'color', 'when', 'rrule', 'reminders', 'private', 'busy', 'notes'] as const;
export type EventField = (typeof fields)[number];

const timesOf = (values: EventValues) => {
  const { all_day, start_day, end_day, start_time, end_time, timezone } = values;
  return all_day ? { all_day, start_day, end_day } : { all_day, start_day, end_day, start_time, end_time, timezone };
};
const partOf = (values: EventValues, field: EventField) => (field === 'when' ? timesOf(values) : values[field]);
export const isSame = (one: EventValues, other: EventValues, field: EventField) =>
  JSON.stringify(partOf(one, field)) === JSON.stringify(partOf(other, field));

export const changedFields = (values: EventValues, saved: EventValues): EventField[] =>
  fields.filter((field) => !isSame(values, saved, field));

/** `into` with these fields of `from`. */
export function withFields(into: EventValues, from: EventValues, some: readonly EventField[]): EventValues {
  const names = some.flatMap((field): readonly string[] => (field === 'when' ? timeFields : [field]));
  return { ...into, ...Object.fromEntries(names.map((name) => [name, from[name as keyof EventValues]])) };
}

type Created = CallOf<typeof createEvent>['body'];
export type Changed = Omit<CallOf<typeof updateEvent>['body'], 'version' | 'scope' | 'occurrence'>;

/** The dates and times as they are sent. */
export const timesBody = (values: EventValues) => ({
  start_date: formatDay(values.start_day ?? ''),
  end_date: formatDay(values.end_day ?? ''),
  start_time: values.all_day ? null : values.start_time,
  end_time: values.all_day ? null : values.end_time,
  timezone: values.all_day ? null : values.timezone,
});

export const createBody = (values: EventValues): Created => ({
  ...plain(values),
  ...timesBody(values),
});

/** Only these fields. */
export function changeBody(values: EventValues, changed: readonly EventField[]): Changed {
  const all: Record<string, unknown> = plain(values);
  const names = changed.filter((field) => field !== 'when').map((field) => (field === 'contact' ? 'contact_id' : field));
  return { ...Object.fromEntries(names.map((name) => [name, all[name]])), ...(changed.includes('when') && timesBody(values)) };
}

const plain = ({ title, type, contact, place, color, rrule, reminders, private: isPrivate, busy, notes }: EventValues) => ({
  title,
  type,
  contact_id: contact?.id ?? null,
  place,
  color,
  rrule,
  reminders,
  private: isPrivate,
  busy,
  notes,
});

export const fieldWords: Record<EventField, string> = {
  title: 'Title',
  type: 'Type',
  contact: 'Contact',
  place: 'Place',
  color: 'Color',
  when: 'When',
  rrule: 'Repeats',
  reminders: 'Reminders',
  private: 'Private',
  busy: 'Busy',
  notes: 'Notes',
};

/** A field's value in words, for the dialog that shows two versions. */
export function valueWords(values: EventValues, field: EventField): string {
  if (field === 'type') return typeWords[values.type];
  if (field === 'contact') return values.contact?.name ?? '';
  if (field === 'color') return values.color ?? 'Color of the type';
  if (field === 'rrule') return values.rrule ? ruleWords(values.rrule, values.start_day ?? '') : 'Does not repeat';
  if (field === 'reminders') return values.reminders.map((minutes) => reminderWords(minutes, values.all_day)).join(', ');
  if (field === 'private' || field === 'busy') return values[field] ? 'Yes' : 'No';
  if (field !== 'when') return values[field];
  const [from, to] = [formatDay(values.start_day ?? ''), formatDay(values.end_day ?? '')];
  if (values.all_day) return from === to ? `${from}, all day` : `${from} – ${to}, all day`;
  const [start, end] = [clockWords(values.start_time ?? ''), clockWords(values.end_time ?? '')];
  return `${from}, ${start} – ${from === to ? '' : `${to}, `}${end}, ${zoneName(values.timezone)}`;
}

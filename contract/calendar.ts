// Calendar events. A list answers occurrences: a repeating event is in it once for each time that it takes place.
import { z } from 'zod';
import { eventLimits, eventScopes, eventTypes } from './eventTypes.ts';
import { ById, endpoint, Flag, Id, Limit, Line, many, Nothing, Page, Paged, PathId, Prose, paces } from './kit/endpoint.ts';
import { tagColors } from './lookups.ts';
import { Person } from './users.ts';

/** MM/DD/YYYY, a day that exists. */
const UsDay = Line(10).refine((text) => {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number(year) >= 1900 && Number(year) < 2200 && date.getUTCDate() === Number(day);
}, 'Enter a day such as 03/31/2026');
/** HH:MM of 24 hours, by the clocks of the event's zone. */
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 14:30');
/** An IANA zone: America/New_York. */
const Zone = Line(64).refine(isZone, 'There is no such time zone');
/** Names one time of a repeating event by its original start: 2026-03-08T09:00, or 2026-03-08 of an all-day event. */
const Occurrence = z.string().regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/);
const Type = z.enum(eventTypes);
const Reminders = z
  .array(z.int().min(eventLimits.reminderLeast).max(eventLimits.reminderMost))
  .max(eventLimits.reminders)
  .refine((all) => new Set(all).size === all.length, 'Each reminder once');

/** One time that an event takes place. Somebody else's private event shows only when it is, and `hidden`. */
export const CalendarEvent = z
  .object({
    /** Of the event; all occurrences of a repeating event have the same. */
    id: Id,
    /** With `id`, names the occurrence; null for an event that does not repeat. */
    occurrence: z.string().nullable(),
    /** Of the event with all its occurrences. */
    version: z.int(),
    title: z.string(),
    type: Type,
    /** Null: the colour of the type (`eventTypeColors`). */
    color: z.enum(tagColors).nullable(),
    place: z.string(),
    notes: z.string(),
    /** MM/DD/YYYY, both included, by the clocks of `timezone`. */
    start_date: z.string(),
    end_date: z.string(),
    all_day: z.boolean(),
    /** HH:MM; null on all-day events. */
    start_time: z.string().nullable(),
    end_time: z.string().nullable(),
    timezone: z.string().nullable(),
    /** ISO 8601 moments; null on all-day events, which are on their days in every zone. */
    starts_at: z.string().nullable(),
    ends_at: z.string().nullable(),
    /** Null without one, and if the contact is out of your reach. */
    contact: Person.nullable(),
    owner: Person,
    private: z.boolean(),
    busy: z.boolean(),
    /** RFC 5545 without DTSTART: `FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231`. UNTIL is a day of the event's zone, included. */
    rrule: z.string().nullable(),
    /** Whether this occurrence differs from the others. */
    changed: z.boolean(),
    /** Minutes before the start. */
    reminders: z.array(z.int()),
    hidden: z.boolean(),
    can: z.object({ update: z.boolean() }),
  })
  .meta({ id: 'CalendarEvent' });
export type CalendarEvent = z.output<typeof CalendarEvent>;

/** `overlaps`: other busy events of the owner at this time. */
const WrittenEvent = CalendarEvent.extend({ overlaps: z.int() });

const writable = {
  title: Line(200).min(1, 'Enter a title'),
  type: Type,
  color: z.enum(tagColors).nullable(),
  place: Line(300),
  notes: Prose(10_000),
  start_date: UsDay,
  /** Included. Default: start_date. */
  end_date: UsDay,
  /** With `end_time` and `timezone`; all three null or left out: an all-day event. */
  start_time: Clock.nullable(),
  end_time: Clock.nullable(),
  timezone: Zone.nullable(),
  contact_id: Id.nullable(),
  private: z.boolean(),
  busy: z.boolean(),
  rrule: Line(500).min(1).nullable(),
  reminders: Reminders,
};

/** `start_date` names the first occurrence. */
export const EventCreate = z
  .object(writable)
  .partial()
  .required({ title: true, start_date: true })
  .extend({
    /** Another name for `type`: the first one. */
    types_list: z.array(Type).max(20).optional(),
    /** The calendar's user, in your reach. Default: you. */
    downline_user_id: Id.optional(),
  });
export type EventCreate = z.output<typeof EventCreate>;

/**
 * An absent field stays. When one of the dates, times or zone is given, `start_date` must be, and all five count. Of a repeating event they are those of
 * `occurrence`; with `following` and `all` the others move by the same days and take its times.
 */
export const EventUpdate = z
  .object(writable)
  .partial()
  .extend({
    version: z.int(),
    /** Both are required if the event repeats. */
    scope: z.enum(eventScopes).optional(),
    occurrence: Occurrence.optional(),
    /** With `all` or `following`: also if changed occurrences would be lost (409 `calendar.changes_lost` with their count). */
    drop_changed: z.boolean().default(false),
    types_list: z.array(Type).max(20).optional(),
    /** Moves it to the calendar of this user: only the whole event. */
    downline_user_id: Id.optional(),
  });
export type EventUpdate = z.output<typeof EventUpdate>;

const stale = ['calendar.stale'] as const;
const rules = ['calendar.rule_refused'] as const;

export const listEvents = endpoint({
  method: 'GET',
  path: '/v1/events',
  summary: 'The occurrences of a range of at most 400 days in one calendar, by their start; both days included',
  permission: 'calendar.read',
  query: z.object({
    /** Days of your own time zone. Default: the current month. */
    start_date: UsDay.optional(),
    end_date: UsDay.optional(),
    /** Only today; then the two do not count. */
    today_events: Flag.default(false),
    /** The calendar's user, in your reach. Default: you. */
    downline_user_id: PathId.optional(),
    /** In title, place, notes or the contact’s name. */
    q: Line(100).default(''),
    types_list: many(Type),
  }),
  response: z.object({
    data: z.array(CalendarEvent),
    meta: z.object({
      /** At most 5,000 are answered. */
      truncated: z.boolean(),
      /** The last day, MM/DD/YYYY, up to which repeating events are in lists. */
      repeats_until: z.string(),
      /** The zone in which the days were read. */
      timezone: z.string(),
    }),
  }),
  rateLimit: paces.look,
});

export const createEvent = endpoint({
  method: 'POST',
  path: '/v1/events',
  summary: 'Create an event; with start_time, end_time and timezone a timed one, else an all-day one',
  permission: 'calendar.update',
  body: EventCreate,
  response: WrittenEvent,
  status: 201,
  errors: rules,
  rateLimit: paces.edit,
});

export const getEvent = endpoint({
  method: 'GET',
  path: '/v1/events/:id',
  summary: 'One occurrence of an event; of a repeating one without `occurrence`, the first',
  permission: 'calendar.read',
  params: ById,
  query: z.object({ occurrence: Occurrence.optional() }),
  response: CalendarEvent,
});

export const updateEvent = endpoint({
  method: 'PUT',
  path: '/v1/events/:id',
  summary: 'Change an event; of a repeating one this occurrence, this and the following ones, or all',
  permission: 'calendar.update',
  params: ById,
  body: EventUpdate,
  response: WrittenEvent,
  errors: [...stale, ...rules, 'calendar.changes_lost'],
  rateLimit: paces.edit,
});

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/v1/events/:id',
  summary: 'Delete an event; of a repeating one this occurrence, this and the following ones, or all',
  permission: 'calendar.update',
  params: ById,
  query: z.object({ version: PathId.optional(), scope: z.enum(eventScopes).optional(), occurrence: Occurrence.optional() }),
  response: Nothing,
  errors: stale,
  rateLimit: paces.edit,
});

export const listContactEvents = endpoint({
  method: 'GET',
  path: '/v1/events/contact_events',
  summary: 'The occurrences of a contact’s events, of all users: the next ones first, or the latest past ones first',
  permission: 'calendar.read',
  query: z.object({
    contact_id: PathId,
    when: z.enum(['upcoming', 'past']).default('upcoming'),
    page: Page,
    limit: Limit(25),
  }),
  response: Paged(CalendarEvent),
  rateLimit: paces.look,
});

/** `took_place`: an occurrence that has ended; the others are changes, with their author. */
export const calendarHistoryKinds = ['took_place', 'created', 'changed', 'removed'] as const;

export const CalendarHistoryEntry = z
  .object({
    kind: z.enum(calendarHistoryKinds),
    /** When it ended, or was changed. */
    at: z.string(),
    event_id: Id,
    occurrence: z.string().nullable(),
    /** As it was then; “Busy” if it is somebody else’s and private. */
    title: z.string(),
    type: Type,
    start_date: z.string(),
    start_time: z.string().nullable(),
    timezone: z.string().nullable(),
    owner: Person,
    contact: Person.nullable(),
    /** The user who changed it. Null: the event took place, or an import or the system changed it. */
    actor: Person.nullable(),
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'CalendarHistoryEntry' });
export type CalendarHistoryEntry = z.output<typeof CalendarHistoryEntry>;

export const listCalendarHistory = endpoint({
  method: 'GET',
  path: '/v1/events/calendar_history',
  summary: 'Events that took place and changes of events, the latest first: of a contact, or of your own calendar',
  permission: 'calendar.read',
  query: z.object({ contact_id: PathId.optional(), q: Line(100).default(''), page: Page, limit: Limit(25) }),
  response: Paged(CalendarHistoryEntry),
  rateLimit: paces.look,
});

/** No offsets such as +05:00: they know no daylight saving time. */
function isZone(name: string): boolean {
  if (!/^(?:[A-Za-z_]+\/[A-Za-z0-9_+/-]+|UTC)$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

// The calendar as an ICS file (RFC 5545): a feed at a secret address for other calendars, export and import.
import { z } from 'zod';
import { endpoint, Line, Nothing, paces } from './kit/endpoint.ts';

export const CalendarFeed = z
  .object({
    /** Whether there is an address at which other calendars read this one. */
    active: z.boolean(),
    created_at: z.string().nullable(),
    /** When a calendar last read it, to the hour. */
    read_at: z.string().nullable(),
  })
  .meta({ id: 'CalendarFeed' });
export type CalendarFeed = z.output<typeof CalendarFeed>;

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/v1/events/feed',
  summary: 'Whether your calendar has a feed, and when it was last read. The address itself is stored only as a hash',
  permission: 'calendar.read',
  oneself: true,
  response: CalendarFeed,
});

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/v1/events/feed',
  summary: 'A new secret address for the feed of your calendar, shown only now; an earlier address stops to work',
  permission: 'calendar.update',
  oneself: true,
  response: CalendarFeed.extend({
    /** Absolute; with the scheme webcal:// a calendar subscribes to it. */
    url: z.string(),
  }),
  status: 201,
  rateLimit: { limit: 20, seconds: 3600, by: 'user' },
});

export const withdrawCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/v1/events/feed',
  summary: 'The address of the feed stops to work',
  permission: 'calendar.update',
  oneself: true,
  response: Nothing,
  rateLimit: paces.edit,
});

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/v1/events/feed/:token/calendar.ics',
  summary: 'The calendar behind a secret address, from 90 days ago, for other calendars; without a session',
  permission: 'public',
  kind: 'stream',
  params: z.object({ token: Line(200) }),
  response: Nothing,
  rateLimit: { limit: 120, seconds: 3600, by: 'address' },
});

export const exportCalendar = endpoint({
  method: 'GET',
  path: '/v1/events/export',
  summary: 'Your whole calendar as an ICS file',
  permission: 'calendar.read',
  oneself: true,
  kind: 'stream',
  response: Nothing,
  rateLimit: { limit: 60, seconds: 3600, by: 'user' },
});

/** Bytes and events of one file, and how many times all its events take place: events that come later are left out. */
export const icsLimits = { bytes: 2_000_000, events: 2_000, occurrences: 100_000 };

export const CalendarImport = z
  .object({
    created: z.int(),
    /** Known by their UID from an earlier import. */
    updated: z.int(),
    skipped: z.int(),
    /** The first 100 of the skipped, with the reason in words. */
    problems: z.array(z.object({ title: z.string(), start: z.string(), problem: z.string() })),
  })
  .meta({ id: 'CalendarImport' });
export type CalendarImport = z.output<typeof CalendarImport>;

export const importCalendar = endpoint({
  method: 'POST',
  path: '/v1/events/import',
  summary: 'Add the events of an ICS file to your calendar; an event that an earlier import brought is updated',
  permission: 'calendar.update',
  kind: 'multipart',
  maxUpload: icsLimits.bytes,
  body: z.object({}),
  response: CalendarImport,
  errors: ['calendar.unreadable', 'too_large', 'files.storage_full'],
  long: true,
  rateLimit: { limit: 20, seconds: 60, by: 'user' },
});

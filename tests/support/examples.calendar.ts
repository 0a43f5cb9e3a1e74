// Examples of the calls about the calendar.
import * as calendar from '#contract/calendar.ts';
import type * as calendarFeed from '#contract/calendarFeed.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { Targets } from './examples.ts';
import type { Client, Sent } from './server.ts';

type All = typeof calendar & typeof calendarFeed;
type CalendarCalls = { [Name in keyof All as All[Name] extends Endpoint ? Name : never]: Sent<All[Name]> };

const ics = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:20260309\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';

/** An event of this contact. */
export async function someEvent({ call }: Client, contact_id: number, title: string) {
  const { id } = await call(calendar.createEvent, { body: { title, start_date: '03/09/2026', contact_id } });
  return { event: id };
}

export function calendarCalls(to: Targets): CalendarCalls {
  const event = { params: { id: to.event } };
  const body = {
    title: 'Review',
    type: 'meeting' as const,
    start_date: '03/09/2026',
    end_date: '03/09/2026',
    start_time: '09:00',
    end_time: '10:30',
    timezone: 'America/Chicago',
    contact_id: to.contact,
    rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3',
    reminders: [15],
    place: 'Office',
    notes: 'Two\nlines',
    color: 'teal' as const,
    private: false,
    busy: true,
  };
  return {
    listEvents: {
      query: {
        start_date: '03/01/2026',
        end_date: '03/31/2026',
        downline_user_id: to.user,
        q: 'review',
        types_list: ['meeting'],
      },
    },
    createEvent: { body: { ...body, downline_user_id: to.user } },
    getEvent: { ...event, query: {} },
    updateEvent: { ...event, body: { ...body, version: 1, downline_user_id: to.user } },
    deleteEvent: { ...event, query: { version: 1 } },
    listContactEvents: { query: { contact_id: to.contact, when: 'past', page: 1, limit: 5 } },
    listCalendarHistory: { query: { contact_id: to.contact, q: 'rev', page: 1, limit: 5 } },
    getCalendarFeed: {},
    renewCalendarFeed: {},
    withdrawCalendarFeed: {},
    readCalendarFeed: { params: { token: `1.${'x'.repeat(43)}` } },
    exportCalendar: {},
    importCalendar: { body: {}, files: { file: { name: 'mine.ics', content: ics } } },
  };
}

// The calendar's queries, and what a change loads again.
import { keepPreviousData } from '@tanstack/react-query';
import { invalidate, queryOf } from '#app/queries.ts';
import { getEvent, listCalendarHistory, listContactEvents, listEvents } from '#contract/calendar.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import type { EventType } from '#contract/eventTypes.ts';
import { formatDay } from '#contract/kit/formats.ts';
import type { CalendarSearch } from './calendar.search.ts';

/** The calls to load again after an event is written. */
export const eventLists = [listEvents, getEvent, listContactEvents, listCalendarHistory, listContactTimeline];

/** Somebody's calendar changed elsewhere. */
export const refreshCalendars = () => void invalidate(listEvents, getEvent, listContactEvents, listCalendarHistory);

export const eventsQuery = ({ from, to }: { from: string; to: string }, { types, q, user }: CalendarSearch) => ({
  ...queryOf(listEvents, {
    query: {
      start_date: formatDay(from),
      end_date: formatDay(to),
      ...(types.length > 0 && { types_list: types as EventType[] }),
      ...(q && { q }),
      ...(user && { downline_user_id: user }),
    },
  }),
  placeholderData: keepPreviousData,
});

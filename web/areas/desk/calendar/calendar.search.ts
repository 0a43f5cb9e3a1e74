// The calendar's search parameters. Part of the first page's code: other functions on days are in
// calendar.days.ts.
import type { SearchSchemaInput } from '@tanstack/react-router';
import { listOf, oneOf, ordinal, text, written } from '#app/parsers.ts';

const views = ['month', 'week', 'day', 'agenda'] as const;
export type View = (typeof views)[number];

export interface CalendarSearch {
  /** Absent: the week, on a phone the agenda. */
  view?: View;
  /** `YYYY-MM-DD`. Absent: today. */
  day?: string;
  /** Some of `eventTypes`; none: all. */
  types: string[];
  q: string;
  /** The calendar's owner; absent: oneself. */
  user?: number;
  /** The open event, and which time of a repeating one. */
  event?: number;
  at?: string;
}

export const calendarDefaults = { types: [] as string[], q: '' };

export function validCalendarSearch(said: Partial<CalendarSearch> & SearchSchemaInput): CalendarSearch {
  const view = oneOf(views)(said.view);
  const day = text(10)(said.day);
  const [user, event, at] = [ordinal(said.user), ordinal(said.event), text(16)(said.at)];
  return {
    types: listOf(text(20), 20)(said.types) ?? [],
    q: written(100)(said.q) ?? '',
    ...(view && { view }),
    ...(day && { day }),
    ...(user && { user }),
    ...(event && { event }),
    ...(at && { at }),
  };
}

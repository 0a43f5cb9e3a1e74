// The days on screen: which a view shows, how it goes on, and its title. Days are `YYYY-MM-DD`.
import type { WeekStart } from '#contract/eventTypes.ts';
import type { View } from './calendar.search.ts';

/** How many days an agenda has. */
const agendaDays = 28;

export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
/** Sunday is 0. */
const weekdayIn = (day: string) => new Date(`${day}T00:00Z`).getUTCDay();
const firstOfWeek = (day: string, starts: WeekStart) => daysAfter(day, -((weekdayIn(day) + (starts === 'monday' ? 6 : 0)) % 7));

/** The first and the last day on screen. A month has whole weeks. */
export function rangeOf(view: View, day: string, starts: WeekStart): { from: string; to: string } {
  if (view === 'day') return { from: day, to: day };
  if (view === 'agenda') return { from: day, to: daysAfter(day, agendaDays - 1) };
  if (view === 'week') return { from: firstOfWeek(day, starts), to: daysAfter(firstOfWeek(day, starts), 6) };
  const first = `${day.slice(0, 8)}01`;
  return { from: firstOfWeek(first, starts), to: daysAfter(firstOfWeek(daysAfter(monthsAfter(first, 1), -1), starts), 6) };
}

/** The day to show after a step forward (1) or back (-1). */
export function stepped(view: View, day: string, step: 1 | -1): string {
  if (view === 'month') return monthsAfter(day, step);
  return daysAfter(day, step * { week: 7, day: 1, agenda: agendaDays }[view]);
}

/** The same day of another month, or its last. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const monthAndYear = utc({ month: 'long', year: 'numeric' });
const longDay = utc({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const range = utc({ month: 'short', day: 'numeric', year: 'numeric' });
const dateOf = (day: string) => new Date(`${day}T00:00Z`);

/** “Monday, November 23, 2026” */
export const longDayWords = (day: string) => longDay.format(dateOf(day));

/** “November 2026”, “Nov 22 – 28, 2026”, “Monday, November 23, 2026” */
export function titleOf(view: View, day: string, starts: WeekStart): string {
  if (view === 'month') return monthAndYear.format(dateOf(day));
  if (view === 'day') return longDayWords(day);
  const { from, to } = rangeOf(view, day, starts);
  return range.formatRange(dateOf(from), dateOf(to));
}

/** The slot of a new event on a day: at the next full hour of today, else at nine. */
export function slotOn(day: string, now: string): { day: string; time: string; end_day: string; end_time: string } {
  const hour = day === now.slice(0, 10) ? Math.min(22, Number(now.slice(11, 13)) + 1) : 9;
  const at = (each: number) => `${String(each).padStart(2, '0')}:00`;
  return { day, time: at(hour), end_day: day, end_time: at(hour + 1) };
}

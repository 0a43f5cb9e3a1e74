// A repetition as its form has it, its rule (RFC 5545, without DTSTART), and the rule in words. Days are `YYYY-MM-DD`.
import { counted, formatDay } from '#contract/kit/formats.ts';

export const weekdays = {
  SU: 'Sunday',
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
};
export type Weekday = keyof typeof weekdays;
const weekdayCodes = Object.keys(weekdays) as Weekday[];

export const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
export type Unit = keyof typeof units;

/** Which day of a month: its number, its place among the same weekdays, or counted from the end. */
export type MonthDay = 'date' | 'nth' | 'last' | 'last_day';

export interface Repetition {
  unit: Unit;
  /** Every so many units. */
  interval: number;
  /** Of a week, in the order of `weekdays`; at least one. */
  days: Weekday[];
  monthDay: MonthDay;
  /** The last day, included; null without one. */
  until: string | null;
  /** How many times; null without a limit. */
  count: number | null;
}

export const weekdayOf = (day: string): Weekday => weekdayCodes[new Date(`${day}T00:00Z`).getUTCDay()] ?? 'SU';
const dateOf = (day: string) => Number(day.slice(8, 10));
const nthOf = (day: string) => Math.ceil(dateOf(day) / 7);
const daysIn = (day: string) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

export const everyUnit = (unit: Unit, start: string): Repetition => ({
  unit,
  interval: 1,
  days: [weekdayOf(start)],
  monthDay: 'date',
  until: null,
  count: null,
});

/** The ways in which a month can repeat an event that starts on this day. */
export function monthDaysOf(start: string): MonthDay[] {
  const left = daysIn(start) - dateOf(start);
  return [
    'date',
    ...(nthOf(start) < 5 ? (['nth'] as const) : []),
    ...(left < 7 ? (['last'] as const) : []),
    ...(left === 0 ? (['last_day'] as const) : []),
  ];
}

export function ruleOf({ unit, interval, days, monthDay, until, count }: Repetition, start: string): string {
  const parts = [`FREQ=${unit}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (unit === 'WEEKLY') parts.push(`BYDAY=${weekdayCodes.filter((day) => days.includes(day)).join(',')}`);
  if (unit === 'MONTHLY') parts.push(monthPart(monthDay, start));
  if (until) parts.push(`UNTIL=${until.replaceAll('-', '')}`);
  else if (count) parts.push(`COUNT=${count}`);
  return parts.join(';');
}

function monthPart(monthDay: MonthDay, start: string): string {
  if (monthDay === 'nth') return `BYDAY=${nthOf(start)}${weekdayOf(start)}`;
  if (monthDay === 'last') return `BYDAY=-1${weekdayOf(start)}`;
  return `BYMONTHDAY=${monthDay === 'last_day' ? -1 : dateOf(start)}`;
}

/** Null for a rule that the form cannot show: another program made it. */
export function repetitionOf(rule: string, start: string): Repetition | null {
  const { FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, BYMONTH, UNTIL, COUNT, WKST, ...others } = partsOf(rule);
  const unit = FREQ as Unit;
  if (!(unit in units) || Object.keys(others).length > 0) return null;
  // A year's month and day that only repeat the start say nothing more.
  if (BYMONTH !== undefined && (unit !== 'YEARLY' || Number(BYMONTH) !== Number(start.slice(5, 7)))) return null;
  const some = {
    ...everyUnit(unit, start),
    interval: Number(INTERVAL),
    until: untilOf(UNTIL),
    count: COUNT ? Number(COUNT) : null,
  };
  if (unit === 'WEEKLY') {
    if (BYMONTHDAY !== undefined) return null;
    const days = BYDAY?.split(',') ?? some.days;
    return days.every((day) => day in weekdays) ? { ...some, days: days as Weekday[] } : null;
  }
  if (unit === 'MONTHLY' && (BYDAY ?? BYMONTHDAY) !== undefined) {
    const monthDay = (['date', 'nth', 'last', 'last_day'] as const).find(
      (each) => monthPart(each, start) === (BYDAY === undefined ? `BYMONTHDAY=${BYMONTHDAY}` : `BYDAY=${BYDAY}`),
    );
    return monthDay && (BYDAY === undefined || BYMONTHDAY === undefined) ? { ...some, monthDay } : null;
  }
  if (unit === 'YEARLY' && BYDAY === undefined && (BYMONTHDAY === undefined || Number(BYMONTHDAY) === dateOf(start))) return some;
  return BYDAY === undefined && BYMONTHDAY === undefined ? some : null;
}

/** The rule after its event moved to another first day: “every Monday” of an event that is now on Tuesday. */
export function movedRule(rule: string | null, from: string, to: string): string | null {
  const was = rule && repetitionOf(rule, from);
  if (!was) return rule;
  const days = was.days.length === 1 && was.days[0] === weekdayOf(from) ? [weekdayOf(to)] : was.days;
  const monthDay = monthDaysOf(to).includes(was.monthDay) ? was.monthDay : 'date';
  return ruleOf({ ...was, days, monthDay }, to);
}

/** “Every 2 weeks on Monday and Friday until 12/31/2026” */
export function ruleWords(rule: string, start: string): string {
  const repetition = repetitionOf(rule, start);
  if (!repetition) return 'Repeats by a rule of another calendar';
  const { unit, interval, until, count } = repetition;
  const every = interval === 1 ? `Every ${units[unit]}` : `Every ${counted(interval, units[unit])}`;
  const end = until ? ` until ${formatDay(until)}` : count ? `, ${counted(count, 'time')}` : '';
  return `${every}${onWords(repetition, start)}${end}`;
}

function onWords({ unit, days, monthDay }: Repetition, start: string): string {
  if (unit === 'WEEKLY') {
    if (days.length === 7) return ' on all days';
    return ` on ${listed.format(weekdayCodes.filter((day) => days.includes(day)).map((day) => weekdays[day]))}`;
  }
  if (unit === 'MONTHLY') return ` ${monthDayWords(monthDay, start)}`;
  if (unit === 'YEARLY') return ` on ${monthAndDate.format(new Date(`${start}T00:00Z`))}`;
  return '';
}

/** “on the 2nd Tuesday” */
export function monthDayWords(monthDay: MonthDay, start: string): string {
  if (monthDay === 'last_day') return 'on the last day';
  if (monthDay === 'last') return `on the last ${weekdays[weekdayOf(start)]}`;
  if (monthDay === 'nth') return `on the ${['1st', '2nd', '3rd', '4th'][nthOf(start) - 1]} ${weekdays[weekdayOf(start)]}`;
  return `on day ${dateOf(start)}`;
}

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });
const monthAndDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

const partsOf = (rule: string): Partial<Record<string, string>> =>
  Object.fromEntries(
    rule
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2)),
  );

/** Of `20261231`, or of a moment on that day. */
const untilOf = (text: string | undefined) => (text ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}` : null);

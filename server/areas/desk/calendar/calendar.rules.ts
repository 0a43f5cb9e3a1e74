// Rules of repeating events (RFC 5545, RRULE). They make days; the time of day is the event's, so a change of clocks moves nothing.
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { fail } from '#kernel/errors.ts';
import { addDays, dayOf, daysBetween, isDay, type Local, wallTime } from './calendar.times.ts';

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const maxCount = 2_000;
const maxInterval = 400;
/** Days within which a rule must come to pass: February 29 comes every eighth year around 2100. */
const firstWithin = 366 * 9;
/** Limits of the library's search; beyond them it gives up. */
const bounds = { maxIterations: 5_000, maxCandidateEvaluations: 200_000 };

/** The parts by name, such as `{ FREQ: 'WEEKLY', BYDAY: 'MO,WE' }`. */
export type Rule = Record<string, string>;

const refused = (text: string) => fail('calendar.rule_refused', { detail: text, errors: { rrule: [text] } });

const numbers = (least: number, most: number) => (value: string) =>
  value.split(',').length <= 62 &&
  value
    .split(',')
    .every((each) => /^[+-]?\d{1,3}$/.test(each) && Number(each) !== 0 && Number(each) >= least && Number(each) <= most);

const parts: Record<string, (value: string) => boolean> = {
  FREQ: (value) => frequencies.includes(value),
  INTERVAL: (value) => /^\d{1,3}$/.test(value) && numbers(1, maxInterval)(value),
  COUNT: (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= maxCount,
  UNTIL: (value) => /^\d{8}(T\d{6}Z?)?$/.test(value) && isRealDay(value),
  BYDAY: (value) =>
    value.split(',').length <= 35 && value.split(',').every((each) => /^([+-]?[1-9]\d?)?(SU|MO|TU|WE|TH|FR|SA)$/.test(each)),
  BYMONTHDAY: numbers(-31, 31),
  BYYEARDAY: numbers(-366, 366),
  BYWEEKNO: numbers(-53, 53),
  BYMONTH: numbers(1, 12),
  BYSETPOS: numbers(-366, 366),
  WKST: (value) => weekdays.includes(value),
};

/**
 * A rule as it is stored: parts once, UNTIL as a day of the event's zone. Throws calendar.rule_refused for what cannot be a rule here: several
 * times a day, parts that RFC 5545 forbids together, an end before the start.
 */
export function parseRule(text: string, { starts, timezone }: { starts: Local; timezone: string | null }): Rule {
  const rule: Rule = {};
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (['BYHOUR', 'BYMINUTE', 'BYSECOND'].includes(name) || /^(HOUR|MINUTE|SECOND)LY$/.test(value))
      throw refused('An event repeats at most once a day');
    if (rest.length > 0 || name in rule || !Object.hasOwn(parts, name) || !parts[name]?.(value))
      throw refused(`This is no rule to repeat by: ${part.slice(0, 60)}`);
    rule[name] = value;
  }
  const { FREQ, BYDAY = '' } = rule;
  if (!FREQ) throw refused('Say how often: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY');
  if (rule.COUNT && rule.UNTIL) throw refused('Enter an end or a number of times, not both');
  if (/\d/.test(BYDAY) && FREQ !== 'MONTHLY' && FREQ !== 'YEARLY') throw refused('Only months and years have a second Monday');
  if (/\d/.test(BYDAY) && rule.BYWEEKNO) throw refused('A week has one of each day');
  if (rule.BYMONTHDAY && FREQ === 'WEEKLY') throw refused('Weeks have no days of the month');
  if (rule.BYYEARDAY && FREQ !== 'YEARLY') throw refused('Only years have days of the year');
  if (rule.BYWEEKNO && FREQ !== 'YEARLY') throw refused('Only years have weeks');
  if (rule.BYSETPOS && !Object.keys(rule).some((name) => name.startsWith('BY') && name !== 'BYSETPOS'))
    throw refused('BYSETPOS chooses from days: name them');
  if (rule.UNTIL) {
    rule.UNTIL = compact(untilDay(rule.UNTIL, starts, timezone));
    if (rule.UNTIL < compact(starts)) throw refused('The event ends to repeat before it starts');
  }
  return rule;
}

export const textOfRule = (rule: Rule): string =>
  Object.keys(parts)
    .flatMap((name) => (rule[name] === undefined ? [] : `${name}=${rule[name]}`))
    .join(';');

export const ruleOf = (text: string): Rule =>
  Object.fromEntries(text.split(';').map((part) => part.split('=') as [string, string]));

/** The days of a rule from one day to another, both included; `start` is the first that may be one. */
export function daysOf(rule: Rule, start: Local, from: Local, to: Local): Local[] {
  try {
    const days = new RRuleTemporal({
      rruleString: `RRULE:${textOfRule(rule)}`,
      dtstart: utc(start),
      ...bounds,
    });
    return days.between(utc(from), utc(to), true).map((day) => day.toString().slice(0, 10));
  } catch {
    throw refused('This rule has too few days, or too many to look at');
  }
}

/** The first day of the rule on or after `start`: events begin there. */
export function firstDay(rule: Rule, start: Local): Local {
  const near = daysOf(rule, start, dayOf(start), addDays(dayOf(start), 400))[0];
  const first = near ?? daysOf(rule, start, dayOf(start), addDays(dayOf(start), firstWithin))[0];
  if (!first) throw refused('This rule never comes to pass');
  return first;
}

/** Whether the rule has no day after this one. */
export const endsBy = (rule: Rule, start: Local, day: Local): boolean =>
  rule.UNTIL !== undefined
    ? rule.UNTIL <= compact(day)
    : rule.COUNT !== undefined && daysOf(rule, start, start, day).length >= Number(rule.COUNT);

/** The rule of a series that ends the day before; of one that goes on from that day. */
export function splitRule(rule: Rule, start: Local, at: Local): { head: Rule; tail: Rule } {
  const { COUNT, ...endless } = rule;
  const head = { ...endless, UNTIL: compact(addDays(dayOf(at), -1)) };
  if (COUNT === undefined) return { head, tail: rule };
  const done = daysOf(rule, start, start, addDays(dayOf(at), -1)).length;
  return { head, tail: { ...endless, COUNT: String(Math.max(1, Number(COUNT) - done)) } };
}

/** The rule of a series that moves by whole days: Mondays become Tuesdays. Null if only the user can say what is meant. */
export function shiftRule(rule: Rule, first: Local, days: number): Rule | null {
  if (days === 0) return rule;
  const moved = addDays(dayOf(first), days);
  const shifted = { ...rule };
  if (rule.UNTIL) shifted.UNTIL = compact(addDays(dayOfCompact(rule.UNTIL), days));
  const fixed = Object.keys(rule).filter((name) => name.startsWith('BY'));
  if (fixed.length === 0) return shifted;
  if (fixed.join() === 'BYDAY' && !/\d/.test(rule.BYDAY ?? '')) {
    const turned = (rule.BYDAY ?? '').split(',').map((day) => weekdays[(((weekdays.indexOf(day) + days) % 7) + 7) % 7]);
    if (rule.FREQ === 'WEEKLY' || turned.length === 7) return { ...shifted, BYDAY: turned.join() };
  }
  if (rule.FREQ === 'MONTHLY' && rule.BYMONTHDAY && fixed.length === 1 && Number(rule.BYMONTHDAY) === Number(first.slice(8, 10)))
    return { ...shifted, BYMONTHDAY: String(Number(moved.slice(8, 10))) };
  return null;
}

const utc = (day: Local) => Temporal.PlainDate.from(dayOf(day)).toZonedDateTime('UTC');
const compact = (local: Local) => dayOf(local).replaceAll('-', '');
const dayOfCompact = (text: string): Local => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
const isRealDay = (text: string) => new Date(`${dayOfCompact(text)}T00:00:00Z`).getUTCDate() === Number(text.slice(6, 8));

/** The last day on which the event may start: a moment before that day's start leaves the day out. */
function untilDay(until: string, starts: Local, timezone: string | null): Local {
  const day = dayOfCompact(until);
  if (until.length === 8 || isDay(starts)) return day;
  const time = `${until.slice(9, 11)}:${until.slice(11, 13)}`;
  const local = until.endsWith('Z') ? wallTime(Date.parse(`${day}T${time}Z`), timezone ?? 'UTC') : `${day}T${time}`;
  return local.slice(11) < starts.slice(11) ? addDays(dayOf(local), -1) : dayOf(local);
}

/** Start and end of an occurrence by its name: the same times of another day. */
export function timesAt({ starts, ends }: { starts: Local; ends: Local }, occurrence: Local): { starts: Local; ends: Local } {
  const days = daysBetween(starts, occurrence);
  return { starts: addDays(starts, days), ends: addDays(ends, days) };
}

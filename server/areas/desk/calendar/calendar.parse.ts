// Reads ICS files. ical.js takes the text apart; every value is checked here, and no rule is expanded by it.
import { setImmediate } from 'node:timers/promises';
import ICAL from 'ical.js';
import { icsLimits } from '#contract/calendarFeed.ts';
import { type EventType, eventLimits, eventTypes } from '#contract/eventTypes.ts';
import { Failure, fail } from '#kernel/errors.ts';
import { mustFit } from './calendar.input.ts';
import type { StoredEvent } from './calendar.queries.ts';
import { daysOf, firstDay, parseRule, type Rule, ruleOf, textOfRule, timesAt } from './calendar.rules.ts';
import { addDays, addMinutes, dayOf, isDay, type Local, momentOf, wallTime } from './calendar.times.ts';
import { zoneNamed } from './calendar.zones.ts';

export type ReadEvent = Pick<
  StoredEvent,
  | 'uid'
  | 'title'
  | 'type'
  | 'place'
  | 'notes'
  | 'private'
  | 'busy'
  | 'starts'
  | 'ends'
  | 'timezone'
  | 'rrule'
  | 'excluded'
  | 'reminders'
>;
/** A series with the occurrences that differ, or an event alone. */
export interface ReadSeries {
  event: ReadEvent;
  exceptions: (ReadEvent & { original: Local })[];
}
export interface Problem {
  title: string;
  start: string;
  problem: string;
}

/** Why one event is left out. */
class Skipped extends Error {}

/** Milliseconds of work for one file; 2,000 usual events take one or two seconds. */
const maxWork = 8_000;
/** Of one line: the library's time for it grows with their square. */
const maxParameters = 20_000;
/** Milliseconds until other calls get their turn. */
const slice = 20;

/**
 * `home`: the zone of times that name none. Throws calendar.unreadable for what is no calendar, or is made to be expensive: other calls go on
 * meanwhile, and after `most` milliseconds of work it ends.
 */
export async function readIcs(
  text: string,
  home: string,
  most = maxWork,
): Promise<{ series: ReadSeries[]; problems: Problem[] }> {
  const pause = pauses(most);
  const components = componentsOf(text);
  const problems: Problem[] = [];
  const masters = new Map<string, ReadSeries>();
  const rest: { component: ICAL.Component; zone: string }[] = [];
  const attempt = (component: ICAL.Component, work: () => void) => {
    try {
      work();
    } catch (error) {
      const problem =
        error instanceof Skipped ? error.message : error instanceof Failure ? wordsOf(error) : 'It could not be read';
      problems.push({
        title: textIn(component, 'summary', 200) || 'No title',
        start: raw(component, 'dtstart').slice(0, 40),
        problem,
      });
    }
  };
  for (const { component, zone } of eventsIn(components, home)) {
    await pause();
    if (component.hasProperty('recurrence-id')) rest.push({ component, zone });
    else
      attempt(component, () => {
        const event = readEvent(component, zone);
        masters.set(event.uid, { event, exceptions: [] });
      });
  }
  for (const { component, zone } of rest) {
    await pause();
    attempt(component, () => {
      const series = masters.get(uidOf(component));
      if (!series?.event.rrule) throw new Skipped('The repeating event that it belongs to is missing');
      if (series.exceptions.length >= eventLimits.exceptions) throw new Skipped('Too many changed occurrences');
      const key = keyIn(component.getFirstProperty('recurrence-id'), series.event, zone);
      if (!occurs(series.event, key)) throw new Skipped('Its event does not take place then');
      if (/^cancelled$/i.test(textIn(component, 'status', 20))) series.event.excluded.push(key);
      else if (!series.exceptions.some(({ original }) => original === key))
        series.exceptions.push({ ...readEvent(component, zone), rrule: null, excluded: [], original: key });
    });
  }
  return { series: [...masters.values()], problems };
}

/** Call it between two pieces of work: others get their turn, and it throws when the file has had too much. */
function pauses(most: number) {
  let [worked, since] = [0, performance.now()];
  return async () => {
    const took = performance.now() - since;
    if (took < slice) return;
    worked += took;
    if (worked > most) throw fail('calendar.unreadable', { detail: 'This file takes too long to read. Import it in parts.' });
    await setImmediate();
    since = performance.now();
  };
}

const occurs = ({ rrule, starts }: ReadEvent, key: Local) =>
  rrule !== null && key.slice(10) === starts.slice(10) && key >= starts && daysOf(ruleOf(rrule), starts, key, key).length > 0;

const wordsOf = ({ message, details }: Failure) => Object.values(details.errors ?? {})[0]?.[0] ?? message;

/** Looks at the lines first: too many, or too deep, are refused before anything is built of them. */
function componentsOf(text: string): ICAL.Component[] {
  const refuse = (detail?: string) => fail('calendar.unreadable', detail ? { detail } : {});
  let depth = 0;
  let events = 0;
  for (const [, verb = '', name = ''] of text.matchAll(/^(BEGIN|END):([^\r\n]{0,40})/gim)) {
    depth += verb.toUpperCase() === 'BEGIN' ? 1 : -1;
    if (/^VEVENT\s*$/i.test(name) && verb.toUpperCase() === 'BEGIN') events++;
    if (depth > 6 || depth < 0) throw refuse();
  }
  if (events > icsLimits.events) throw refuse(`This file has more than ${icsLimits.events.toLocaleString('en-US')} events.`);
  if (!/^BEGIN:VCALENDAR\s*$/im.test(text)) throw refuse();
  const unfolded = text.replace(/\r?\n[ \t]/g, '').split('\n');
  if (unfolded.some((line) => line.split('=').length > maxParameters)) throw refuse();
  try {
    const parsed = ICAL.parse(text) as unknown[];
    const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as ConstructorParameters<typeof ICAL.Component>[0][];
    return all.map((each) => new ICAL.Component(each)).filter(({ name }) => name === 'vcalendar');
  } catch {
    throw refuse();
  }
}

function* eventsIn(calendars: ICAL.Component[], home: string) {
  for (const calendar of calendars) {
    const zone = zoneNamed(textIn(calendar, 'x-wr-timezone', 100)) ?? home;
    for (const component of calendar.getAllSubcomponents('vevent')) yield { component, zone };
  }
}

function readEvent(component: ICAL.Component, home: string): ReadEvent {
  if (/^cancelled$/i.test(textIn(component, 'status', 20))) throw new Skipped('It was cancelled');
  if (component.hasProperty('rdate')) throw new Skipped('Single extra dates (RDATE) are not supported');
  const times = timesIn(component, home);
  try {
    mustFit(times);
  } catch (error) {
    throw new Skipped(error instanceof Failure ? wordsOf(error) : 'It lasts too long');
  }
  const rule = ruleIn(component, times);
  const base = rule ? { ...times, ...timesAt(times, firstDay(rule, times.starts)) } : times;
  const exdates = rule ? component.getAllProperties('exdate') : [];
  if (exdates.reduce((sum, { jCal }) => sum + jCal.length - 3, 0) > eventLimits.exceptions)
    throw new Skipped('Too many removed occurrences');
  const excluded = exdates.flatMap((each) => keysIn(each, base, home));
  const given = textIn(component, 'categories', 40).toLowerCase();
  return {
    uid: uidOf(component),
    title: textIn(component, 'summary', 200) || 'No title',
    type: eventTypes.includes(given as EventType) ? given : 'other',
    place: textIn(component, 'location', 300),
    notes: plain(raw(component, 'description')).slice(0, 10_000),
    private: /^(private|confidential)$/i.test(textIn(component, 'class', 20)),
    busy: !/^transparent$/i.test(textIn(component, 'transp', 20)),
    ...base,
    rrule: rule && textOfRule(rule),
    excluded: [...new Set(excluded)],
    reminders: remindersIn(component, isDay(base.starts)),
  };
}

function uidOf(component: ICAL.Component): string {
  const uid = textIn(component, 'uid', 500);
  if (!uid) throw new Skipped('It has no UID');
  return uid;
}

interface Times {
  starts: Local;
  ends: Local;
  timezone: string | null;
}

function timesIn(component: ICAL.Component, home: string): Times {
  const start = localIn(component.getFirstProperty('dtstart'), home);
  if (!start) throw new Skipped('It has no start');
  const repeats = component.hasProperty('rrule');
  // A moment of UTC is shown in the reader's zone; a rule stays where it was made, as its days depend on it.
  const zone = start.timezone === 'UTC' && !repeats ? home : start.timezone;
  const starts = inZone(start, zone);
  const end = localIn(component.getFirstProperty('dtend'), home);
  if (end) {
    if (isDay(end.local) !== isDay(starts)) throw new Skipped('Its start and end do not fit together');
    const ends = inZone(end, zone);
    return { starts, ends: isDay(starts) && ends === starts ? addDays(starts, 1) : ends, timezone: zone };
  }
  const minutes = minutesOf(raw(component, 'duration'));
  if (!isDay(starts)) return { starts, ends: addMinutes(starts, minutes), timezone: zone };
  return { starts, ends: addDays(starts, Math.max(1, Math.ceil(minutes / 1440))), timezone: null };
}

interface ZonedLocal {
  local: Local;
  timezone: string | null;
}

function localIn(property: ICAL.Property | null, home: string): ZonedLocal | null {
  if (!property) return null;
  const value = String(property.jCal[3] ?? '');
  const zone = String(property.getFirstParameter('tzid') ?? '');
  return localOf(value, zone, home);
}

function localOf(value: string, zone: string, home: string): ZonedLocal {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ?)?$/.test(value) || !isReal(value))
    throw new Skipped('It has a date that does not exist');
  if (value.length === 10) return { local: value, timezone: null };
  if (value.endsWith('Z')) return { local: value.slice(0, 16), timezone: 'UTC' };
  const timezone = zone === '' ? home : zoneNamed(zone);
  if (timezone === null) throw new Skipped(`Its time zone is unknown: ${plain(zone).slice(0, 60)}`);
  return { local: value.slice(0, 16), timezone };
}

const isReal = (value: string) =>
  value >= '1900' && value < '2200' && !Number.isNaN(Date.parse(value.slice(0, 19))) && addDays(dayOf(value), 0) === dayOf(value);

const inZone = ({ local, timezone }: ZonedLocal, zone: string | null): Local =>
  timezone === null || zone === null || timezone === zone ? local : wallTime(momentOf(local, timezone), zone);

function ruleIn(component: ICAL.Component, times: Times): Rule | null {
  const rules = component.getAllProperties('rrule');
  if (rules.length === 0) return null;
  if (rules.length > 1 || component.hasProperty('exrule')) throw new Skipped('It repeats by several rules');
  return parseRule(String(rules[0]?.getFirstValue() ?? ''), times);
}

const keyIn = (property: ICAL.Property | null, event: Times, home: string): Local => {
  const [key] = property ? keysIn(property, event, home) : [];
  if (!key) throw new Skipped('It names no occurrence');
  return key;
};

/** The names of the occurrences that a property of dates has. */
function keysIn(property: ICAL.Property, event: Times, home: string): Local[] {
  const zone = String(property.getFirstParameter('tzid') ?? '');
  return (property.jCal.slice(3) as unknown[]).map((value) => {
    const local = inZone(localOf(String(value), zone, home), event.timezone);
    return isDay(event.starts) ? dayOf(local) : isDay(local) ? local + event.starts.slice(10) : local;
  });
}

/** Minutes before the start. Of those that cannot be here, such as at a set moment, none is kept. */
function remindersIn(component: ICAL.Component, allDay: boolean): number[] {
  const all = component.getAllSubcomponents('valarm').flatMap((alarm) => {
    const trigger = alarm.getFirstProperty('trigger');
    if (trigger?.jCal[2] !== 'duration' || /end/i.test(String(trigger.getFirstParameter('related') ?? ''))) return [];
    const minutes = -minutesOf(String(trigger.jCal[3]));
    return minutes >= (allDay ? eventLimits.reminderLeast : 0) && minutes <= eventLimits.reminderMost ? [minutes || 0] : [];
  });
  return [...new Set(all)].sort((a, b) => a - b).slice(0, eventLimits.reminders);
}

/** Minutes of a duration such as -PT15M or P1DT2H. */
function minutesOf(text: string): number {
  const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0] =
    /^([+-])?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:\d{1,8}S)?)?$/.exec(text) ?? [];
  const total = Number(weeks) * 10_080 + Number(days) * 1440 + Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -total : total;
}

function raw(component: ICAL.Component, name: string): string {
  const value = component.getFirstProperty(name)?.jCal[3];
  return typeof value === 'string' ? value : '';
}

const textIn = (component: ICAL.Component, name: string, most: number) =>
  plain(raw(component, name)).replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed();

/** Without what no text field takes. */
const plain = (text: string) => text.replace(/[^\P{Cc}\t\n]/gu, '').toWellFormed();

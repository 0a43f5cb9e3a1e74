// Writes calendars as ICS files (RFC 5545).
import { Temporal } from 'temporal-polyfill';
import type { StoredEvent } from './calendar.queries.ts';
import { ruleOf, textOfRule } from './calendar.rules.ts';
import { dayOf, isDay, type Local, momentOf } from './calendar.times.ts';

export interface IcsEvent extends StoredEvent {
  updated_at: string;
}

const compact = (text: string) => text.replace(/[-:]/g, '');
const utc = (ms: number | string) => `${compact(new Date(ms).toISOString().slice(0, 19))}Z`;
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Events of one user; exceptions stand after their series. `notes`: also those. */
export function icsOf(events: readonly IcsEvent[], { name, notes }: { name: string; notes: boolean }): string {
  const zones = new Set(events.flatMap(({ timezone }) => (timezone === null || timezone === 'UTC' ? [] : timezone)));
  const series = new Map(events.map((event) => [event.id, event]));
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Steward//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...[...zones].flatMap(zoneLines),
    ...events.flatMap((event) => eventLines(event, series.get(event.series_id ?? 0), notes)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

function eventLines(event: IcsEvent, series: IcsEvent | undefined, notes: boolean): string[] {
  const { timezone } = event;
  const at = (name: string, local: Local, zone = timezone) =>
    isDay(local)
      ? `${name};VALUE=DATE:${compact(local)}`
      : zone === 'UTC' || zone === null
        ? `${name}:${compact(local)}00Z`
        : `${name};TZID=${zone}:${compact(local)}00`;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(series?.uid ?? event.uid)}`,
    `DTSTAMP:${utc(event.updated_at)}`,
    `SEQUENCE:${event.version}`,
    ...(event.original ? [at('RECURRENCE-ID', event.original, series?.timezone ?? timezone)] : []),
    at('DTSTART', event.starts),
    at('DTEND', event.ends),
    `SUMMARY:${escaped(event.title)}`,
    ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
    ...(notes && event.notes ? [`DESCRIPTION:${escaped(event.notes)}`] : []),
    `CATEGORIES:${event.type}`,
    `CLASS:${event.private ? 'PRIVATE' : 'PUBLIC'}`,
    `TRANSP:${event.busy ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(event.rrule ? [`RRULE:${ruleText(event)}`] : []),
    ...event.excluded.map((each) => at('EXDATE', each)),
    ...event.reminders.flatMap((minutes) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(event.title)}`,
      `TRIGGER:${minutes < 0 ? '' : '-'}PT${Math.abs(minutes)}M`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ];
}

/** With the end as the standard wants it: a day of all-day events, else the moment of the last start. */
function ruleText({ rrule, starts, timezone }: IcsEvent): string {
  const rule = ruleOf(rrule ?? '');
  if (!rule.UNTIL || timezone === null) return textOfRule(rule);
  const day = `${rule.UNTIL.slice(0, 4)}-${rule.UNTIL.slice(4, 6)}-${rule.UNTIL.slice(6, 8)}`;
  return textOfRule({ ...rule, UNTIL: utc(momentOf(day + starts.slice(10), timezone)) });
}

/** Lines of 75 bytes at most; the next one begins with a space. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (bytes + size > 75) {
      lines.push(current);
      [current, bytes] = [' ', 1];
    }
    current += char;
    bytes += size;
  }
  return [...lines, current].join('\r\n');
}

/** The zone as it changes its clocks today, from 1970 on: one part for each of its two times. */
export function zoneLines(zone: string): string[] {
  const year = new Date().getUTCFullYear();
  const changes = [0, 1, 2, 3].map((later) => changesIn(zone, year + later));
  const [first] = changes;
  if (!first || changes.some((each) => each.length !== 2)) {
    const { offset } = Temporal.Now.zonedDateTimeISO(zone);
    return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...part('STANDARD', '19700101T000000', offset, offset), 'END:VTIMEZONE'];
  }
  const parts = [0, 1].flatMap((index) => {
    const same = changes.map((each) => each[index] as Change);
    const [change] = same as [Change];
    const nth = same.every(({ nth }) => nth === change.nth) ? change.nth : -1;
    const days = 'SU,MO,TU,WE,TH,FR,SA'.split(',');
    const start = `${nthDay(1970, change.month, days.indexOf(change.weekday), nth)}T${change.time}`;
    const rule = `RRULE:FREQ=YEARLY;BYMONTH=${change.month};BYDAY=${nth}${change.weekday}`;
    return part(change.to > change.from ? 'DAYLIGHT' : 'STANDARD', start, offsetText(change.from), offsetText(change.to), rule);
  });
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts, 'END:VTIMEZONE'];
}

const part = (name: string, start: string, from: string, to: string, ...more: string[]) => [
  `BEGIN:${name}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from.replace(':', '')}`,
  `TZOFFSETTO:${to.replace(':', '')}`,
  ...more,
  `END:${name}`,
];

interface Change {
  month: number;
  weekday: string;
  /** Which of that weekday in the month, from 1. */
  nth: number;
  /** By the clocks before the change. */
  time: string;
  /** Minutes. */
  from: number;
  to: number;
}

function changesIn(zone: string, year: number): Change[] {
  const changes: Change[] = [];
  let at = Temporal.ZonedDateTime.from({ timeZone: zone, year, month: 1, day: 1 });
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.year !== year) return changes;
    const before = next.subtract({ nanoseconds: 1 });
    const wall = next.toInstant().toZonedDateTimeISO('UTC').add({ nanoseconds: before.offsetNanoseconds });
    changes.push({
      month: wall.month,
      weekday: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][wall.dayOfWeek - 1] ?? 'SU',
      nth: Math.ceil(wall.day / 7),
      time: compact(wall.toPlainTime().toString().slice(0, 8)),
      from: before.offsetNanoseconds / 6e10,
      to: next.offsetNanoseconds / 6e10,
    });
    at = next;
  }
}

const offsetText = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}${String(Math.abs(minutes) % 60).padStart(2, '0')}`;

/** YYYYMMDD of the nth weekday of a month; -1: the last. */
function nthDay(year: number, month: number, weekday: number, nth: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const all = Array.from({ length: days }, (_, index) => index + 1).filter((day) => (first + day - 1) % 7 === weekday);
  return compact(dayOf(new Date(Date.UTC(year, month - 1, all.at(nth < 0 ? nth : nth - 1) ?? 1)).toISOString()));
}

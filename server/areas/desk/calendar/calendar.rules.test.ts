// Rules and times without a database: any rule has the days that a second library finds, and every US zone the moments that Intl shows.
import fc from 'fast-check';
import rrule from 'rrule';
import { describe, expect, test } from 'vitest';
import { daysOf, firstDay, parseRule, shiftRule, splitRule, textOfRule } from './calendar.rules.ts';
import { addDays, momentOf, momentsIn, wallTime } from './calendar.times.ts';

const start = '2026-03-02';
const days = fc.integer({ min: 0, max: 800 }).map((later) => addDays('2024-01-01', later));
const weekdays = fc.uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1, maxLength: 4 });
const part = (name: string, values: fc.Arbitrary<(string | number)[]>) => values.map((all) => `;${name}=${all.join()}`);
const some = (min: number, max: number) =>
  fc.uniqueArray(
    fc.integer({ min, max }).filter((value) => value !== 0),
    { minLength: 1, maxLength: 3 },
  );
const or = (...parts: fc.Arbitrary<string>[]) => fc.oneof(fc.constant(''), ...parts);
const months = part('BYMONTH', some(1, 12));
const monthDays = part('BYMONTHDAY', some(-5, 31));
const nth = part('BYDAY', fc.array(fc.tuple(fc.constantFrom(1, 2, 4, -1), fc.constantFrom('MO', 'FR', 'SU')).map(([n, day]) => `${n}${day}`), { minLength: 1, maxLength: 2 })); // biome-ignore format: one part
const shape = fc.oneof(
  or(part('BYDAY', weekdays), months).map((by) => `FREQ=DAILY${by}`),
  or(part('BYDAY', weekdays)).map((by) => `FREQ=WEEKLY${by}`),
  or(monthDays, nth, part('BYDAY', weekdays)).map((by) => `FREQ=MONTHLY${by}`),
  fc.constantFrom(1, 2, -1).map((place) => `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${place}`),
  fc.tuple(months, or(monthDays, nth)).map(([month, by]) => `FREQ=YEARLY${month}${by}`),
);
const end = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 0, max: 900 }).map((later) => `;UNTIL=${addDays('2026-04-01', later).replaceAll('-', '')}`),
);
const rules = fc
  .tuple(shape, fc.integer({ min: 1, max: 4 }), end)
  .map(([by, interval, until]) => `${by};INTERVAL=${interval}${until}`);

test('any rule has the days that a second library finds', () => {
  fc.assert(
    fc.property(rules, days, (text, from) => {
      const rule = parseRule(text, { starts: from, timezone: null });
      const to = addDays(from, 500);
      const other = rrule.rrulestr(`DTSTART:${from.replaceAll('-', '')}T000000Z\nRRULE:${textOfRule(rule)}`);
      const expected = other
        .between(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`), true)
        .map((day) => day.toISOString().slice(0, 10));
      expect(daysOf(rule, from, from, to), text).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('a series that is split has the same days before and after', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 1, max: 8 }), (text, index) => {
      const rule = parseRule(text, { starts: start, timezone: null });
      const all = daysOf(rule, start, start, addDays(start, 700));
      const at = all[index];
      // Every second week and the like count from the start, which is then the day of the split.
      if (at === undefined || Number(rule.INTERVAL) > 1 || rule.BYSETPOS) return;
      const { head, tail } = splitRule(rule, start, at);
      const first = daysOf(head, start, start, addDays(start, 700));
      expect([...first, ...daysOf(tail, at, at, addDays(start, 700))], text).toEqual(all);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['FREQ=WEEKLY;BYDAY=SU,MO', 1, 'FREQ=WEEKLY;BYDAY=MO,TU'],
  ['FREQ=WEEKLY;BYDAY=SU', -8, 'FREQ=WEEKLY;BYDAY=SA'],
  ['FREQ=DAILY;UNTIL=20260410', 2, 'FREQ=DAILY;UNTIL=20260412'],
  ['FREQ=MONTHLY;BYMONTHDAY=2', 1, 'FREQ=MONTHLY;BYMONTHDAY=3'],
  ['FREQ=MONTHLY;BYDAY=1MO', 1, null],
])('a rule moves with its event, or asks: %s by %i', (text, by, moved) => {
  const rule = shiftRule(parseRule(text, { starts: start, timezone: null }), start, by);
  expect(rule && textOfRule(rule)).toBe(moved);
});

test.each([
  'FREQ=HOURLY', 'FREQ=SECONDLY;INTERVAL=1', 'FREQ=DAILY;BYHOUR=1', 'FREQ=DAILY;COUNT=0', 'FREQ=DAILY;COUNT=99999', 'FREQ=DAILY;INTERVAL=0',
  'FREQ=DAILY;INTERVAL=9999', 'FREQ=DAILY;COUNT=2;UNTIL=20270101', 'FREQ=DAILY;UNTIL=20250101', 'FREQ=DAILY;UNTIL=20260230', 'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=WEEKLY;BYMONTHDAY=1', 'FREQ=MONTHLY;BYYEARDAY=3', 'FREQ=DAILY;BYSETPOS=1', 'FREQ=DAILY;FREQ=DAILY', 'FREQ=DAILY;X=1', 'BYDAY=MO', '',
  'FREQ=DAILY;constructor=1', 'FREQ=YEARLY;BYMONTH=13', 'RDATE:20260101', 'FREQ=DAILY;;',
])('is refused: %s', (text) => {
  expect(() => parseRule(text, { starts: start, timezone: null })).toThrow(expect.objectContaining({ code: 'calendar.rule_refused' }));
}); // biome-ignore format: a list

test.each(['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'])(
  'never comes to pass: %s',
  (text) => {
    const rule = parseRule(text, { starts: start, timezone: null });
    expect(() => firstDay(rule, start)).toThrow(expect.objectContaining({ code: 'calendar.rule_refused' }));
  },
);

test('an end as a moment is the last day on which the event still starts', () => {
  const until = (text: string) =>
    parseRule(`FREQ=DAILY;UNTIL=${text}`, { starts: '2026-03-02T21:00', timezone: 'America/New_York' }).UNTIL;
  expect(until('20260401T010000Z')).toBe('20260331');
  expect(until('20260401T005900Z')).toBe('20260330');
  expect(until('20260401T210000')).toBe('20260401');
});

describe('US zones from 2024 to 2030', () => {
  const zones = [
    'America/New_York', 'America/Detroit', 'America/Indiana/Indianapolis', 'America/Chicago', 'America/Denver', 'America/Boise',
    'America/Phoenix', 'America/Los_Angeles', 'America/Anchorage', 'America/Adak', 'Pacific/Honolulu', 'America/Puerto_Rico', 'Pacific/Guam',
  ]; // biome-ignore format: a list

  test.each(zones)('%s: every local time is a moment that shows it, or, in the hour that is left out, one hour later', (zone) => {
    const at = momentsIn(zone);
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    const moved: string[] = [];
    for (let day = '2024-01-01'; day < '2031-01-01'; day = addDays(day, 1))
      for (const time of ['00:30', '01:30', '02:30', '03:30', '12:00', '23:30']) {
        const local = `${day}T${time}`;
        const shown = clock.format(at(local)).replace(' ', 'T');
        if (shown !== local) moved.push(`${local} ${shown}`);
      }
    const hasSummer = momentOf('2026-07-01T12:00', zone) - momentOf('2026-01-01T12:00', zone) !== 181 * 86_400_000;
    expect(moved.length).toBe(hasSummer ? 7 : 0);
    for (const each of moved) expect(each).toMatch(/T02:30 .*T03:30$/);
  });

  test('of a repeated hour the first counts', () => {
    expect(new Date(momentOf('2026-11-01T01:30', 'America/New_York')).toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(wallTime(Date.UTC(2026, 10, 1, 5, 30), 'America/New_York')).toBe('2026-11-01T01:30');
  });
});

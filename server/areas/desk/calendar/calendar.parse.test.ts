// Calendar files that are made to harm: whatever is in one, it is read or refused, soon, and others get their turn meanwhile.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '#kernel/errors.ts';
import { readIcs } from './calendar.parse.ts';
import { daysOf, ruleOf } from './calendar.rules.ts';

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTART;TZID=America/New_York:20270301T090000',
  ...lines,
  'END:VEVENT',
];
const many = (count: number, ...lines: string[]) =>
  calendar(...Array.from({ length: count }, (_, n) => event(`${n}`, ...lines)).flat());
const read = (text: string, most?: number) => readIcs(text, 'America/New_York', most);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error) => error,
  );

test('rules that take long to find nothing end the import, and other calls go on meanwhile', async () => {
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const failure = await refused(read(many(300, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'), 2_000));
  clearInterval(others);
  expect(failure).toMatchObject({ code: 'calendar.unreadable', message: expect.stringContaining('too long to read') });
  expect(turns).toBeGreaterThan(1);
});

test('a hundred thousand removed days are counted, not read', async () => {
  const days = Array.from({ length: 100_000 }, () => '20270301T090000').join();
  const text = calendar(...event('x', 'RRULE:FREQ=DAILY', `EXDATE;TZID=America/Los_Angeles:${days}`));
  // Reading them takes forty seconds of work.
  const { series, problems } = await read(text, 4_000);
  expect([series.length, problems.map(({ problem }) => problem)]).toEqual([0, ['Too many removed occurrences']]);
});

test('a line of so many parameters is refused before it is taken apart', async () => {
  const parameters = Array.from({ length: 40_000 }, (_, n) => `P${n}=1`);
  for (const between of [';', ';\r\n '])
    expect(await refused(read(calendar(...event('x', `X-A;${parameters.join(between)}:x`))))).toMatchObject({
      code: 'calendar.unreadable',
    });
});

test('a changed occurrence on a day that its event does not have is left out, and named', async () => {
  const changed = (day: string) => event('x', `RECURRENCE-ID;TZID=America/New_York:${day}T090000`, 'SUMMARY:Changed');
  const { series, problems } = await read(
    calendar(...event('x', 'RRULE:FREQ=WEEKLY'), ...changed('20270308'), ...changed('20270309')),
  );
  expect(series[0]?.exceptions.map(({ original }) => original)).toEqual(['2027-03-08T09:00']);
  expect(problems.map(({ problem }) => problem)).toEqual(['Its event does not take place then']);
});

const zones = fc.constantFrom(
  '',
  ';TZID=America/New_York',
  ';TZID=Nowhere/Land',
  ';TZID="',
  ';VALUE=DATE',
  ';VALUE=PERIOD',
  ';X',
);
const dates = fc.oneof(
  fc.constantFrom('20270301T090000', '20270301', '20270314T023000', '99999999T999999Z', '00000000', '', '2027-03-01', 'now'),
  fc.string(),
);
const rules = fc.oneof(
  fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=WEEKLY;COUNT=3',
    'FREQ=YEARLY;BYWEEKNO=53',
    'FREQ=SECONDLY',
    'FREQ=DAILY;UNTIL=x',
    ';;=',
    'COUNT=-1',
  ),
  fc.string(),
);
const line = fc.oneof(
  fc.tuple(fc.constantFrom('DTSTART', 'DTEND', 'EXDATE', 'RECURRENCE-ID', 'RDATE'), zones, dates).map(([name, zone, date]) => `${name}${zone}:${date}`),
  rules.map((rule) => `RRULE:${rule}`),
  fc.tuple(fc.constantFrom('SUMMARY', 'UID', 'CLASS', 'DURATION', 'STATUS', 'X-WR-TIMEZONE', 'CATEGORIES', ''), fc.string({ unit: 'binary' })).map((parts) => parts.join(':')),
  fc.constantFrom('BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VALARM', 'TRIGGER:-PT5M', 'TRIGGER;VALUE=DATE-TIME:x', 'END:VALARM', 'BEGIN:VTIMEZONE', ' folded', ''),
  fc.string({ unit: 'binary' }),
); // biome-ignore format: one part a line

test('any text is read or refused, and what is read can be stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(line, fc.array(line, { maxLength: 6 }).map((some) => event('x', ...some).join('\r\n'))), { maxLength: 12 }), async (lines) => {
      const found = await read(calendar(...lines)).catch((error) => {
        if (error instanceof Failure && error.code === 'calendar.unreadable') return null;
        throw error;
      });
      for (const { event, exceptions } of found?.series ?? []) {
        for (const { starts, ends, timezone, title, uid } of [event, ...exceptions]) {
          expect([starts.length, ends.length]).toEqual(timezone === null ? [10, 10] : [16, 16]);
          expect(ends >= starts).toBe(true);
          expect(`${title}${uid}`.isWellFormed() && !`${title}${uid}`.includes('\0')).toBe(true);
        }
        if (event.rrule) expect(daysOf(ruleOf(event.rrule), event.starts, event.starts, event.starts)).toHaveLength(1);
      }
    }),
    { numRuns: 500 },
  ); // biome-ignore format: one property
});

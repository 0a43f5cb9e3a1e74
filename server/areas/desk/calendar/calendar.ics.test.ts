// The calendar as a file: the feed at its secret address, export, import, and files that are made to harm.
import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEvent, deleteEvent, listEvents, updateEvent } from '#contract/calendar.ts';
import {
  exportCalendar,
  getCalendarFeed,
  importCalendar,
  readCalendarFeed,
  renewCalendarFeed,
  withdrawCalendarFeed,
} from '#contract/calendarFeed.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, call, type TestServer } from '#tests/support/server.ts';
import { zoneLines } from './calendar.ics.ts';
import { momentOf } from './calendar.times.ts';

let server: TestServer;
let company: TestCompany<'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {}, agent2: {} });
});

const year = new Date().getUTCFullYear() + 1;
const nine = { start_time: '09:00', end_time: '10:00', timezone: 'America/New_York' };
const add = (client: Client, body: Partial<CallOf<typeof createEvent>['body']>) =>
  client.call(createEvent, { body: { title: 'Review', start_date: `03/01/${year}`, ...body } });
const list = async (client: Client, q = '') =>
  (await client.call(listEvents, { query: { start_date: `02/15/${year}`, end_date: `05/15/${year}`, q } })).data;
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
const bring = (client: Client, content: string) =>
  client.call(importCalendar, { body: {}, files: { file: { name: 'a.ics', content } } });

describe('the feed', () => {
  const read = (url: string) =>
    call(server.app, {}, readCalendarFeed, {
      params: { token: decodeURIComponent(url.split('/').at(-2) ?? '') },
    }) as Promise<unknown> as Promise<string>;

  test('is at a secret address without a session, until the address is renewed or withdrawn', async () => {
    const { agent } = company.people;
    await add(agent, { title: 'Feed; me, "now"', notes: 'not in it', place: 'Office' });
    expect(await agent.call(getCalendarFeed, {})).toEqual({ active: false, created_at: null, read_at: null });
    const { url } = await agent.call(renewCalendarFeed, {});
    const text = await read(url);
    expect(text).toContain('SUMMARY:Feed\\; me\\, "now"\r\n');
    expect(text).not.toContain('not in it');
    expect(await agent.call(getCalendarFeed, {})).toMatchObject({ active: true, read_at: expect.any(String) });
    const stored = await server.operator.db.selectFrom('calendar_feeds').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(url.split('/').at(-2)?.split('.')[1]);
    const renewed = await agent.call(renewCalendarFeed, {});
    await expect(read(url)).rejects.toMatchObject({ status: 404 });
    expect(await read(renewed.url)).toContain('BEGIN:VEVENT');
    await agent.call(withdrawCalendarFeed, {});
    await expect(read(renewed.url)).rejects.toMatchObject({ status: 404 });
    for (const token of ['x', '1.', `${company.companyId}.AAAA`, '../x'])
      await expect(read(`/${token}/`), token).rejects.toMatchObject({ status: 404 });
  });

  test('of more than 20,000 events has the newest, and all that repeat', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { agent } = people;
    await add(agent, { title: 'Weekly', start_date: '01/03/2022', rrule: 'FREQ=WEEKLY' });
    await sql`
      insert into events (company_id, owner_id, title, type, starts, ends, timezone, uid)
      select ${companyId}::bigint, ${agent.userId}::bigint, 'Numbered ' || n, 'call', to_char(t, 'YYYY-MM-DD"T"HH24:MI'),
        to_char(t + interval '10 minutes', 'YYYY-MM-DD"T"HH24:MI'), 'America/New_York', 'uid ' || n
      from generate_series(1, 20001) n cross join lateral (select now() at time zone 'UTC' + n * interval '1 hour' as t) x`.execute(
      server.operator.db,
    );
    const text = await read((await agent.call(renewCalendarFeed, {})).url);
    expect(text).toContain('SUMMARY:Weekly\r\n');
    expect(text).toContain('SUMMARY:Numbered 20001\r\n');
    expect(text).toContain('SUMMARY:Numbered 3\r\n');
    expect(text).not.toContain('SUMMARY:Numbered 2\r\n');
    expect(text.split('BEGIN:VEVENT').length - 1).toBe(20_000);
  });

  test('ends with its user', async () => {
    const { agent2 } = company.people;
    const { url } = await agent2.call(renewCalendarFeed, {});
    const users = (active: boolean) =>
      server.operator.db.updateTable('users').set({ active }).where('id', '=', agent2.userId).execute();
    await users(false);
    await expect(read(url)).rejects.toMatchObject({ status: 404 });
    await users(true);
    expect(await read(url)).toContain('END:VCALENDAR');
  });
});

test('an export, imported elsewhere, is the same calendar: series, exceptions, removed ones, zones, all-day, reminders', async () => {
  const { companyId, people } = await aCompany(server, { agent: {}, other: { role: 'agent' } });
  expect(companyId).toBeGreaterThan(0);
  const { agent, other } = people;
  const rrule = `FREQ=WEEKLY;UNTIL=${year}0402`;
  const { id } = await add(agent, {
    ...nine,
    title: 'Weekly “ünïcode” '.repeat(9).trim(),
    rrule,
    reminders: [15],
    notes: 'Two\nlines; and, more',
  });
  const move = { start_date: `03/09/${year}`, start_time: '11:00', end_time: '12:00', timezone: 'America/Denver' };
  await agent.call(updateEvent, {
    params: { id },
    body: { version: 1, scope: 'this', occurrence: `${year}-03-08T09:00`, ...move },
  });
  await agent.call(deleteEvent, { params: { id }, query: { scope: 'this', occurrence: `${year}-03-22T09:00` } });
  await add(agent, { title: 'All day', start_date: `03/10/${year}`, end_date: `03/12/${year}`, private: true, busy: false });
  await add(agent, { title: 'Daily', start_date: `03/10/${year}`, rrule: 'FREQ=DAILY;COUNT=3' });
  const text = (await agent.call(exportCalendar, {})) as unknown as string;
  expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(await bring(other, text)).toEqual({ created: 3, updated: 0, skipped: 0, problems: [] });
  const plain = async (client: Client) => (await list(client)).map(({ id, owner, version, type, ...rest }) => rest);
  expect(await plain(other)).toEqual(await plain(agent));
  expect(await bring(other, text)).toMatchObject({ created: 0, updated: 3 });
  expect(await plain(other)).toEqual(await plain(agent));
});

test('an import says what it left out and why, and reads Windows zones, never an unknown one as UTC', async () => {
  const { agent2 } = company.people;
  const at = (zone: string, time = `${year}0315T090000`) => [
    `DTSTART;TZID=${zone}:${time}`,
    `DTEND;TZID=${zone}:${time.replace('T09', 'T10')}`,
  ];
  const text = calendar(
    ...event('windows', 'SUMMARY:Windows', ...at('Central Standard Time')),
    ...event('prefixed', 'SUMMARY:Prefixed', ...at('/mozilla.org/20070129_1/America/Denver')),
    ...event('utc', 'SUMMARY:UTC', `DTSTART:${year}0315T140000Z`, 'DURATION:PT45M'),
    ...event('floating', 'SUMMARY:Floating', `DTSTART:${year}0315T090000`),
    ...event('unknown', 'SUMMARY:Unknown', ...at('Mars/Olympus Mons')),
    ...event('hourly', 'SUMMARY:Hourly', ...at('America/Chicago'), 'RRULE:FREQ=HOURLY'),
    ...event('never', 'SUMMARY:Never', ...at('America/Chicago'), 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    ...event('endless', 'SUMMARY:Endless', ...at('America/Chicago'), 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
    ...event('long', 'SUMMARY:Long', `DTSTART;VALUE=DATE:${year}0301`, `DTEND;VALUE=DATE:${year}0501`),
    ...event('nowhen', 'SUMMARY:Nowhen'),
    ...event('bad', 'SUMMARY:Bad', `DTSTART:${year}0231T090000`),
    ...event('gone', 'SUMMARY:Gone', ...at('America/Chicago'), 'STATUS:CANCELLED'),
    ...event('orphan', 'SUMMARY:Orphan', `RECURRENCE-ID:${year}0315T090000Z`, ...at('America/Chicago')),
    ...event('extra', 'SUMMARY:Extra', ...at('America/Chicago'), `RDATE:${year}0401T090000Z`),
  );
  const result = await bring(agent2, text);
  expect(result).toMatchObject({ created: 4, updated: 0, skipped: 10 });
  expect(Object.fromEntries(result.problems.map(({ title, problem }) => [title, problem]))).toMatchObject({
    Unknown: 'Its time zone is unknown: Mars/Olympus Mons',
    Hourly: 'An event repeats at most once a day',
    Never: 'This rule never comes to pass',
    Long: 'An event lasts 31 days at most',
    Nowhen: 'It has no start',
    Bad: 'It has a date that does not exist',
    Gone: 'It was cancelled',
    Orphan: 'The repeating event that it belongs to is missing',
    Extra: 'Single extra dates (RDATE) are not supported',
  });
  const found = Object.fromEntries(
    (await list(agent2)).map((each) => [each.title, [each.timezone, each.start_time, each.end_time]]),
  );
  expect(found).toEqual({
    Windows: ['America/Chicago', '09:00', '10:00'],
    Prefixed: ['America/Denver', '09:00', '10:00'],
    UTC: ['America/New_York', '10:00', '10:45'],
    Floating: ['America/New_York', '09:00', '09:00'],
  });
});

test.each([
  ['nothing', ''],
  ['no calendar', 'First name,Last name\nRosa,Alvarez\n'],
  ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY'],
  ['a hundred thousand levels', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(100_000)}`],
  ['ends without beginnings', `BEGIN:VCALENDAR\r\n${'END:VEVENT\r\n'.repeat(50)}`],
  ['too many events', calendar(...Array.from({ length: 2_001 }, (_, n) => event(String(n))).flat())],
  ['a file of another kind', '\u0000\u0001PK\u0003'],
])('a hostile file is refused: %s', async (_, content) => {
  await expect(bring(company.people.agent, content || ' ')).rejects.toMatchObject({ status: 422, code: 'calendar.unreadable' });
});

test('hostile values are left out or cut, and nothing fails', async () => {
  const { agent } = company.people;
  const start = `DTSTART;VALUE=DATE:${year}0401`;
  const text = calendar(
    ...event('a', `SUMMARY:${'x'.repeat(100_000)}`, `DESCRIPTION:${'y\u0000'.repeat(10_000)}`, start),
    ...event('b', start, `RRULE:FREQ=DAILY;BYMONTHDAY=${Array.from({ length: 500 }, () => 1).join()}`),
    ...event('c', start, 'RRULE:FREQ=DAILY;COUNT=99999999'),
    ...event('d', start, 'RRULE:FREQ=YEARLY;BYSETPOS=366;BYDAY=MO'),
    ...event(
      'e',
      start,
      'RRULE:FREQ=DAILY',
      `EXDATE;VALUE=DATE:${Array.from({ length: 5_000 }, (_, n) => new Date(Date.UTC(year, 3, n)).toISOString().slice(0, 10).replaceAll('-', '')).join()}`,
    ),
    ...event('f', 'DTSTART:99999999T999999Z'),
    ...event('g', start, 'DURATION:P99999999999W'),
    ...event('h', start, 'BEGIN:VALARM', 'TRIGGER:-PT99999999M', 'END:VALARM'),
    ...event('u'.repeat(5_000), start),
    ...event('constructor', start, 'SUMMARY:__proto__'),
  );
  const { created, skipped } = await bring(agent, text);
  expect(created + skipped).toBe(10);
  expect(created).toBeGreaterThanOrEqual(4);
});

test('the zone parts of a file mean what the zone means, in all US zones from 2024 to 2030', () => {
  const zones = [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Phoenix',
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
  ];
  for (const zone of zones) {
    const component = new ICAL.Component(ICAL.parse(['BEGIN:VCALENDAR', ...zoneLines(zone), 'END:VCALENDAR'].join('\r\n')));
    const timezone = new ICAL.Timezone(component.getFirstSubcomponent('vtimezone') as ICAL.Component);
    for (let day = Date.UTC(2024, 0, 1, 9); day < Date.UTC(2031, 0, 1); day += 86_400_000 * 3) {
      const local = new Date(day).toISOString().slice(0, 16);
      const time = ICAL.Time.fromDateTimeString(`${local}:00`);
      time.zone = timezone;
      expect(time.toUnixTime() * 1000, `${zone} ${local}`).toBe(momentOf(local, zone));
    }
  }
});

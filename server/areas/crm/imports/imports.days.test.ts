import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serialDay } from '#tables/serialDay.ts';
import { oddDays, orderOf, parseBirthday, parseDay } from './imports.days.ts';

const today = '2025-06-15';
const day = (text: string, order: 'mdy' | 'dmy' | 'ymd' = 'mdy') => parseDay(text, order, today);

describe('a day is read as files write it', () => {
  test.each([
    ['03/04/1955', '1955-03-04'],
    ['3-4-55', '1955-03-04'],
    ['3/4/24', '2024-03-04'],
    ['12/31/25', '1925-12-31'],
    ['6/15/25', '2025-06-15'],
    ['1955-03-04', '1955-03-04'],
    ['1955/3/4', '1955-03-04'],
    ['1955-03-04T00:00:00.000Z', '1955-03-04'],
    ['1955-03-04 10:20:30+02:00', '1955-03-04'],
    ['03/04/1955 12:00:00 AM', '1955-03-04'],
    ['4 Mar 1955', '1955-03-04'],
    ['March 4th, 1955', '1955-03-04'],
    ['Fri, 4 March 1955', '1955-03-04'],
    ['04-MAR-55', '1955-03-04'],
    ['Sept. 9, 1950', '1950-09-09'],
    ['19550304', '1955-03-04'],
    ['03041955', '1955-03-04'],
    ['20000', '1954-10-03'],
    ['20000.0', '1954-10-03'],
    ['20152.75', '1955-03-04'],
    ['01/01/1900', '1900-01-01'],
    ['1900-02-28', '1900-02-28'],
    ['12/31/2100', '2100-12-31'],
    ['2100-01-01', '2100-01-01'],
  ])('%s', (text, expected) => expect(day(text)).toBe(expected));

  test.each([
    '',
    '1955',
    '13/45/1990',
    '02/30/1990',
    '25/12/1955',
    'soon',
    '1/2',
    '3/4/195',
    '00/00/0000',
    '4 Foo 1955',
    '02/29/1900',
    '1900-02-29',
    '02/29/2100',
    '73051',
    '99999999',
  ])('%s is no day', (text) => expect(day(text)).toBeNull());

  test('in the order that the form says', () => {
    expect(day('03/04/1955', 'dmy')).toBe('1955-04-03');
    expect(day('25.12.1955', 'dmy')).toBe('1955-12-25');
    expect(day('55-03-04', 'ymd')).toBe('1955-03-04');
    expect(day('03/04/1955', 'ymd')).toBeNull();
    expect(day('04031955', 'dmy')).toBe('1955-03-04');
  });
});

test.each([
  ['04/12', 'mdy', '04-12'],
  ['04/12', 'dmy', '12-04'],
  ['4-12', 'ymd', '04-12'],
  ['--04-12', 'mdy', '04-12'],
  ['--0412', 'mdy', '04-12'],
  ['1604-04-12', 'mdy', '04-12'],
  ['4/12/1604', 'mdy', '04-12'],
  ['April 12', 'mdy', '04-12'],
  ['12 Apr', 'mdy', '04-12'],
  ['02/29', 'mdy', '02-29'],
  ['25/12', 'mdy', null],
  ['1955-04-12', 'mdy', null],
  ['1955', 'mdy', null],
  ['4/55', 'mdy', null],
  ['', 'mdy', null],
] as const)('a birthday without a year: %s, %s', (text, order, expected) => expect(parseBirthday(text, order)).toBe(expected));

test.each([
  [['03/04/1961', '25/12/1960'], 'dmy'],
  [['03/04/1961', '12/25/1960'], 'mdy'],
  [['3.4.61 10:20', '25.12.60'], 'dmy'],
  [['55-03-04'], 'ymd'],
  [['25121960'], 'dmy'],
  [['25/12'], 'dmy'],
  [['12/25/1960', '12/26/1960', '25/12/1960'], null],
  [['03/04/1961', '1960-12-25', '4 Mar 1955', '', '99/99/1999', '3055550142', '(305) 555-0142'], null],
] as const)('days tell their order: %j', (days, order) => expect(orderOf(days)).toBe(order));

const many = (day: string, times: number) => Array.from({ length: times }, () => day);

test.each([
  ['one odd day among many that fit any order', [...many('07/01/2023', 30), '25/12/2023'], null],
  ['one odd day among many that agree', [...many('12/25/1960', 20), '25/12/1960'], 'mdy'],
  ['two parties', [...many('12/25/1960', 8), ...many('25/12/1960', 2)], null],
  ['few clear days of many', [...many('04/03/1961', 30), '25/12/1960', '26/12/1960'], 'dmy'],
] as const)('days tell their order where it is clear: %s', (_, days, order) => expect(orderOf(days)).toBe(order));

test('days that do not fit the order they are read in are counted', () => {
  const days = ['12/25/1960', '25/12/1960', '26.12.1960', '60-12-25', '04/03/1961', '1960-12-25', '4 Mar 1955', '99/99/1999', ''];
  expect(oddDays(days, 'mdy')).toEqual([
    { order: 'dmy', count: 2 },
    { order: 'ymd', count: 1 },
  ]);
  expect(oddDays(days.slice(0, 1), 'mdy')).toEqual([]);
});

test('serial numbers of both systems', () => {
  expect([1, 59, 61, 20152].map((serial) => serialDay(serial))).toEqual(['1900-01-01', '1900-02-28', '1900-03-01', '1955-03-04']);
  // The 29 February 1900 that Lotus made up and Excel kept.
  expect([0, 60].map((serial) => serialDay(serial))).toEqual(['1899-12-31', '1900-02-28']);
  expect([73_050, 73_051, 2_958_465, 2_958_466, -1].map((serial) => serialDay(serial))).toEqual([
    '2099-12-31',
    '2100-01-01',
    '9999-12-31',
    null,
    null,
  ]);
  expect([2_957_003, 2_957_004].map((serial) => serialDay(serial, true))).toEqual(['9999-12-31', null]);
  expect(serialDay(0, true)).toBe('1904-01-01');
  expect(serialDay(18690, true)).toBe('1955-03-04');
});

test('every day comes back from each of its spellings', () => {
  const days = fc.date({ min: new Date('1900-03-01'), max: new Date('2024-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year, month, dayOfMonth] = iso.split('-');
      expect(day(iso)).toBe(iso);
      expect(day(`${month}/${dayOfMonth}/${year}`)).toBe(iso);
      expect(day(`${dayOfMonth}.${month}.${year}`, 'dmy')).toBe(iso);
      expect(day(date.toUTCString())).toBe(iso);
    }),
  );
});

// Calendar days as files write them.

import { dateOrders } from '#contract/imports.ts';
import { serialDay } from '#tables/serialDay.ts';

export type DateOrder = (typeof dateOrders)[number];

/**
 * `YYYY-MM-DD`, or null where the text is not a day in this order. Times after it are ignored.
 * A year of two digits is the latest one that is not after `latest` (YYYY-MM-DD).
 */
export function parseDay(text: string, order: DateOrder, latest: string): string | null {
  const said = text
    .trim()
    .replace(/^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,\s]+/i, '')
    .replace(timeAfter, '');
  return asNumbers(said, order, latest) ?? asWords(said, latest) ?? asDigits(said, order);
}

/**
 * The order of a column's days where they tell it clearly, else null. 25/12/1960 can only be day first: of the days that fit one order alone,
 * 95 % must agree, and they must be 5 % of all. So one odd day among many turns nothing.
 */
export function orderOf(values: Iterable<string>): DateOrder | null {
  const told = countOrders(values);
  const sure = told.mdy + told.dmy + told.ymd;
  if (sure === 0 || sure < (sure + told.any) * 0.05) return null;
  return dateOrders.find((order) => told[order] >= sure * 0.95) ?? null;
}

/** How many of a column's days fit another order alone than the one they are read in. */
export function oddDays(values: Iterable<string>, order: DateOrder): { order: DateOrder; count: number }[] {
  const told = countOrders(values);
  return dateOrders.flatMap((other) => (other !== order && told[other] > 0 ? [{ order: other, count: told[other] }] : []));
}

function countOrders(values: Iterable<string>) {
  const told = { mdy: 0, dmy: 0, ymd: 0, any: 0 };
  for (const value of values) {
    const order = toldBy(value);
    if (order) told[order]++;
  }
  return told;
}

/** `any`: a day in numbers that fits several orders. */
function toldBy(text: string): DateOrder | 'any' | null {
  const found =
    /^\s*(\d{1,2})([-/. ])(\d{1,2})(?:\2\d{2,4})?(?!\d)/.exec(text) ?? /^\s*(\d\d)()(\d\d)(?:18|19|20)\d\d\s*$/.exec(text);
  const [first, second] = [Number(found?.[1] ?? 0), Number(found?.[3] ?? 0)];
  if (first === 0 || second === 0 || second > 31) return null;
  if (second > 12) return first <= 12 ? 'mdy' : null;
  return first > 31 ? 'ymd' : first > 12 ? 'dmy' : 'any';
}

/** `MM-DD` of a birthday without a year, as address books and mail tools keep them, or null: 04/12, --04-12, 12 April, 1604-04-12. */
export function parseBirthday(text: string, order: DateOrder): string | null {
  const said = text.trim();
  const inOrder = /^(\d{1,2})[-/.](\d{1,2})$/.exec(said);
  const [, first = '', second = ''] = inOrder ?? [];
  const whole = inOrder
    ? order === 'dmy'
      ? `${noYear}-${second}-${first}`
      : `${noYear}-${first}-${second}`
    : said.replace(/^--(\d\d)-?(\d\d)$/, `${noYear}-$1-$2`);
  const day = parseDay(whole, order, '') ?? parseDay(`${whole} ${noYear}`, order, '');
  return day?.startsWith(noYear) ? day.slice(5) : null;
}

/** The year that Apple's address book writes where it knows none. */
export const noYear = '1604';

export const notADay = {
  mdy: 'This is not a date in the order month, day, year',
  dmy: 'This is not a date in the order day, month, year',
  ymd: 'This is not a date in the order year, month, day',
};
export const yearsAfter = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

const timeAfter =
  /(?:T|,?\s+)(?:at\s+)?\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[A-Z]{2,4})?$/i;

function asNumbers(text: string, order: DateOrder, latest: string): string | null {
  const found = /^(\d{1,4})\s?([-/.\s])\s?(\d{1,2})\s?\2\s?(\d{1,4})$/.exec(text);
  if (!found) return null;
  const [, first = '', , second = '', third = ''] = found;
  if (first.length > 2) return first.length === 4 && third.length <= 2 ? day(first, second, third, latest) : null;
  if (third.length === 3 || third.length === 1) return null;
  if (order === 'mdy') return day(third, first, second, latest);
  if (order === 'dmy') return day(third, second, first, latest);
  return third.length === 2 ? day(first, second, third, latest) : null;
}

/** 4 Mar 1955, Mar 4, 1955, 04-MAR-55. */
function asWords(text: string, latest: string): string | null {
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[-\s./,]+(?:of\s+)?([a-z]{3,9})\.?[-\s./,]+(\d{4}|\d{2})$/i.exec(text);
  if (dayFirst) return day(dayFirst[3] ?? '', monthOf(dayFirst[2]), dayFirst[1] ?? '', latest);
  const monthFirst = /^([a-z]{3,9})\.?[-\s./,]+(\d{1,2})(?:st|nd|rd|th)?[-\s./,]+(\d{4}|\d{2})$/i.exec(text);
  return monthFirst ? day(monthFirst[3] ?? '', monthOf(monthFirst[1]), monthFirst[2] ?? '', latest) : null;
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function monthOf(word = ''): string {
  const name = word.toLowerCase();
  return String(
    months.findIndex((month) => month === name || month.slice(0, 3) === name || (name === 'sept' && month === 'september')) + 1,
  );
}

/** 19550304, 03041955, and a spreadsheet's serial number. A year alone is no day. */
function asDigits(text: string, order: DateOrder): string | null {
  const digits = /^(\d{3,8})(?:\.\d*)?$/.exec(text)?.[1] ?? '';
  if (digits.length === 8) {
    const yearFirst = /^(?:18|19|20)/.test(digits) && day(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6), '');
    if (yearFirst) return yearFirst;
    const [first, second] = [digits.slice(0, 2), digits.slice(2, 4)];
    return order === 'dmy' ? day(digits.slice(4), second, first, '') : day(digits.slice(4), first, second, '');
  }
  const serial = Number(digits);
  const isYear = serial >= 1850 && serial <= 2150;
  return serial >= 366 && serial <= 73_050 && !isYear ? serialDay(serial) : null;
}

function day(year: string, month: string, date: string, latest: string): string | null {
  const full = year.length === 4 ? year : fullYear(year, month, date, latest);
  const parsed = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const moment = new Date(`${parsed}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(parsed) ? parsed : null;
}

function fullYear(year: string, month: string, date: string, latest: string): string {
  const inCentury = `${latest.slice(0, 2)}${year.padStart(2, '0')}`;
  const isAfter = `${inCentury}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` > latest;
  return isAfter ? String(Number(inCentury) - 100) : inCentury;
}

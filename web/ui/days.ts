// Days as people write them, in the US order. A day is `YYYY-MM-DD` everywhere else.
import { formatDay } from '#contract/kit/formats.ts';

/** Null where it is no day of the calendar. A year has four digits: two are a guess between centuries. */
export function dayFrom(text: string): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed);
  const us = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(trimmed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(trimmed);
  const [year, month, day] = iso ? iso.slice(1) : us ? [us[3], us[1], us[2]] : [];
  if (!year || !month || !day) return null;
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : null;
}

/** Whether `YYYY-MM-DD` is in the calendar: February 30 is not. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value < '0001') return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** MM/DD/YYYY; what is no day stands as it is. */
export const dayWords = (value: string): string => (isDay(value) ? formatDay(value) : value);

export const notADay = 'This is not a date. Write it as MM/DD/YYYY';

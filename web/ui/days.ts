// Days as people write them, in the US order. Elsewhere a day is `YYYY-MM-DD`.
import { formatDay } from '#contract/kit/formats.ts';

/** Null if it is not a calendar day. A year needs four digits: two would be a guess. */
export function dayFrom(text: string): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed);
  const us = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(trimmed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(trimmed);
  const [year, month, day] = iso ? iso.slice(1) : us ? [us[3], us[1], us[2]] : [];
  if (!year || !month || !day) return null;
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? found : null;
}

/** Whether `YYYY-MM-DD` exists: February 30 does not. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value < '0001') return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** MM/DD/YYYY; an invalid day stays as it is. */
export const dayWords = (value: string): string => (isDay(value) ? formatDay(value) : value);

export const notADay = 'This is not a date. Write it as MM/DD/YYYY';

// Numbers as the phone shows and sends them, and the times of calls.
import { dialLength } from '#contract/callLists.ts';
import { formatPhone, normalPhone } from '#contract/kit/formats.ts';
import { momentIn, timeIn, wallTimeIn, type Zone } from '#ui/moments.ts';

/** The characters of a text that can be dialed: digits, + at the beginning, *. At most 16 characters. */
export const dialled = (text: string): string => {
  const kept = text.replace(/[^\d+*]/g, '');
  return (kept.slice(0, 1) + kept.slice(1).replaceAll('+', '')).slice(0, dialLength.max);
};

/** While it is typed: 3-3-4, with a country's 1 before it 1-3-3-4; as it is where it is no US number. */
export function typedNumber(number: string): string {
  const [, one = '', rest = ''] = /^(\+?1)?(\d{0,10})$/.exec(number) ?? [];
  if (one + rest !== number) return number;
  return [one, rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)].filter(Boolean).join('-');
}

/** Digits of a call: 0-9, *, # and w, a pause. */
export const isTone = (text: string) => /^[\d*#w]+$/.test(text);

export const hasDialLength = (number: string) => number.length >= dialLength.min && number.length <= dialLength.max;

/** A colleague's number is their id. */
export const colleagueOf = (number: string): number | null => Number(/^user:(\d+)$/.exec(number)?.[1] ?? 0) || null;

/** As the phone service names the other side: `client:user:7`, `+13055550142`. */
export const otherSide = (said: string): string => {
  const plain = said.replace(/^client:/, '');
  return colleagueOf(plain) ? plain : normalPhone(plain) || plain;
};

/** The other way: as it is sent. */
export const sentAs = (number: string): string => (colleagueOf(number) ? `client:${number}` : normalPhone(number) || number);

export const numberWords = (number: string): string => (colleagueOf(number) ? 'Colleague' : formatPhone(number));

/** mm:ss, from 0. */
export const clockOf = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(Math.max(0, part)).padStart(2, '0')).join(':');

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** As a calendar says it: “Today at 3:04 PM”, “Yesterday at …”, “Monday at …”, and a date after a week. */
export function calendarWords(zone: Zone, moment: string, now = new Date().toISOString()): string {
  const [day = '', today = ''] = [moment, now].map((each) => wallTimeIn(zone, each).slice(0, 10));
  const ago = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  const time = timeIn(zone, moment);
  if (ago === 0) return `Today at ${time}`;
  if (ago === 1) return `Yesterday at ${time}`;
  return ago > 1 && ago < 7 ? `${weekdays[new Date(`${day}T00:00Z`).getUTCDay()]} at ${time}` : momentIn(zone, moment);
}

// Computed facts that an agent wants at a glance: the age, the next birthday, the contact's local time.
import { ageOn } from '#contract/kit/formats.ts';
import { type timezones, zoneOf } from '#contract/lookups.ts';

/** Telemarketing calls are allowed from 8 a.m. to 9 p.m. where the called party is (47 CFR 64.1200(c)(1)). */
const callingHours = { from: 8, until: 21 };

export function birthdayOf(birth: string, today: string): { age: number; next: string; inDays: number; turns: number } {
  const age = ageOn(birth, today);
  const thisYear = dayIn(Number(today.slice(0, 4)), birth);
  const next = thisYear >= today ? thisYear : dayIn(Number(today.slice(0, 4)) + 1, birth);
  return {
    age,
    next,
    inDays: Math.round((Date.parse(next) - Date.parse(today)) / 86_400_000),
    turns: Number(next.slice(0, 4)) - Number(birth.slice(0, 4)),
  };
}

/** A person born on a leap day has their birthday on March 1 in other years. */
function dayIn(year: number, birth: string): string {
  const day = new Date(Date.UTC(year, Number(birth.slice(5, 7)) - 1, Number(birth.slice(8, 10))));
  return day.toISOString().slice(0, 10);
}

export function localTimeOf(
  { timezone, state }: { timezone: (typeof timezones)[number]; state: string },
  now: Date,
): { text: string; mayCall: boolean } {
  const timeZone = zoneOf(timezone, state);
  const hour = Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  return {
    text: new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', weekday: 'short' }).format(now),
    mayCall: hour >= callingHours.from && hour < callingHours.until,
  };
}

export const mapUrlOf = (lines: readonly string[]) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: lines.join(', ') })}`;

// Local times of events, as they are stored: 2026-03-08T09:00 by the clocks of a zone, or the day 2026-03-08 of an all-day event.
import { Temporal } from 'temporal-polyfill';

/** A local time or, on all-day events, a day. */
export type Local = string;

const dayMs = 86_400_000;

export const isDay = (local: Local) => local.length === 10;
export const dayOf = (local: Local) => local.slice(0, 10);

/** The time by the clocks as a number, to count with: no moment. */
const wallMs = (local: Local) => Date.parse(isDay(local) ? local : `${local}Z`);
const localOf = (ms: number, like: Local): Local => new Date(ms).toISOString().slice(0, like.length);

export const addDays = (local: Local, days: number): Local => localOf(wallMs(local) + days * dayMs, local);
export const addMinutes = (local: Local, minutes: number): Local => localOf(wallMs(local) + minutes * 60_000, local);
export const daysBetween = (from: Local, to: Local) => Math.round((wallMs(dayOf(to)) - wallMs(dayOf(from))) / dayMs);
/** By the clocks: from 23:00 to 01:00 is 120, also in the nights that have an hour more or less. */
export const minutesBetween = (from: Local, to: Local) => (wallMs(to) - wallMs(from)) / 60_000;

/** MM/DD/YYYY of a local time, and back. */
export const usDay = (local: Local) => `${local.slice(5, 7)}/${local.slice(8, 10)}/${local.slice(0, 4)}`;
export const isoDay = (us: string) => `${us.slice(6)}-${us.slice(0, 2)}-${us.slice(3, 5)}`;

/** The wall-clock time of the zone at a moment. */
export const wallTime = (moment: Date | number, zone: string): Local =>
  Temporal.Instant.fromEpochMilliseconds(Number(moment)).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);

/** Milliseconds of the moment at which the clocks show this: an hour that is left out moves on, of a repeated one it is the first. */
export const momentOf = (local: Local, zone: string): number => momentsIn(zone)(local);

/** The midnight of UTC for a day: all-day events are on their days in every zone. */
export const momentOfDay = (day: Local): number => wallMs(dayOf(day));

/** The same for many times of one zone: between two changes of its clocks it only subtracts. */
export function momentsIn(zone: string): (local: Local) => number {
  let steady = { from: 0, to: 0, offset: 0 };
  return (local) => {
    const wall = wallMs(local);
    if (wall >= steady.from && wall < steady.to) return wall - steady.offset;
    const at = Temporal.PlainDateTime.from(local).toZonedDateTime(zone);
    const offset = at.offsetNanoseconds / 1e6;
    const [before, after] = [at.getTimeZoneTransition('previous'), at.getTimeZoneTransition('next')];
    steady = {
      from: before ? before.epochMilliseconds + 2 * dayMs : Number.NEGATIVE_INFINITY,
      to: after ? after.epochMilliseconds - 2 * dayMs : Number.POSITIVE_INFINITY,
      offset,
    };
    return at.epochMilliseconds;
  };
}

/** Start and end of an occurrence in milliseconds. An end that a change of clocks puts before its start is as long after it as the clocks say. */
export function spanOf(starts: Local, ends: Local, zone: string | null, moments = zone === null ? momentOfDay : momentsIn(zone)) {
  const [from, to] = [moments(starts), moments(ends)];
  return { from, to: to >= from ? to : from + minutesBetween(starts, ends) * 60_000 };
}

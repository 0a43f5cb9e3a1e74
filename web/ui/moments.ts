// Times in the user's own time zone, in the US form.
import { ianaZones, type timezones } from '#contract/lookups.ts';

export type Zone = (typeof timezones)[number];

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const styles = {
  moment: ['en-US', { ...day, hour: 'numeric', minute: '2-digit' }],
  day: ['en-US', day],
  time: ['en-US', { hour: 'numeric', minute: '2-digit' }],
  iso: ['en-CA', day],
} as const;

/** 11/21/2025, 3:04 PM */
export const momentIn = (zone: Zone, moment: string) => formatOf(zone, 'moment').format(new Date(moment));
/** 3:04 PM */
export const timeIn = (zone: Zone, moment: string) => formatOf(zone, 'time').format(new Date(moment));
/** 11/21/2025 */
export const dayIn = (zone: Zone, moment: string) => formatOf(zone, 'day').format(new Date(moment));
/** The day in that zone, `YYYY-MM-DD`. */
export const todayIn = (zone: Zone) => formatOf(zone, 'iso').format(new Date());

/** Creating a formatter is slow, using it is not. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: Zone, style: keyof typeof styles) {
  const key = `${zone} ${style}`;
  const [locale, options] = styles[style];
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: ianaZones[zone] });
  formats.set(key, format);
  return format;
}

/** The local time of a moment for `datetime-local`: `2025-11-21T15:04`. '' for an invalid moment. */
export const wallTimeIn = (zone: Zone, moment: string) => wallTimeOf(ianaZones[zone], moment);

/** The same in any IANA zone. */
export function wallTimeOf(iana: string, moment: string): string {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? '' : new Date(time + offsetIn(iana, time)).toISOString().slice(0, 16);
}

/** The moment of a local time. An hour that does not exist, in spring, becomes the one after it. */
export const momentAt = (zone: Zone, wall: string) => momentOf(ianaZones[zone], wall);

/** The same in any IANA zone. */
export function momentOf(iana: string, wall: string): string {
  const face = Date.parse(`${wall}Z`);
  if (Number.isNaN(face)) return '';
  const guess = face - offsetIn(iana, face);
  const found = face - offsetIn(iana, guess);
  return new Date(found + offsetIn(iana, found) === face ? found : guess).toISOString();
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(iana: string) {
  const clock =
    clocks.get(iana) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: iana,
      hourCycle: 'h23',
      ...day,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(iana, clock);
  return clock;
}

function offsetIn(iana: string, time: number): number {
  const parts = Object.fromEntries(
    clockOf(iana)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

// Moments in the user's own time zone, in the US form.
import { ianaZones, type timezones } from '#contract/lookups.ts';

type Zone = (typeof timezones)[number];

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const styles = {
  moment: ['en-US', { ...day, hour: 'numeric', minute: '2-digit' }],
  day: ['en-US', day],
  iso: ['en-CA', day],
} as const;

/** 11/21/2025, 3:04 PM */
export const momentIn = (zone: Zone, moment: string) => formatOf(zone, 'moment').format(new Date(moment));
/** 11/21/2025 */
export const dayIn = (zone: Zone, moment: string) => formatOf(zone, 'day').format(new Date(moment));
/** The day it is there, `YYYY-MM-DD`. */
export const todayIn = (zone: Zone) => formatOf(zone, 'iso').format(new Date());

/** Making one is slow, using it is not. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: Zone, style: keyof typeof styles) {
  const key = `${zone} ${style}`;
  const [locale, options] = styles[style];
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: ianaZones[zone] });
  formats.set(key, format);
  return format;
}

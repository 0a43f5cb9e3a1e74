// When a snoozed conversation may come back.
import type { timezones } from '#contract/lookups.ts';
import { momentAt, momentIn, wallTimeIn } from '#ui/moments.ts';

type Zone = (typeof timezones)[number];

/** Offered moments by the user's own clock. */
export function snoozeTimes(zone: Zone, now: Date): { label: string; hint: string; at: string }[] {
  const dayAfter = (days: number) => wallTimeIn(zone, new Date(now.getTime() + days * 86_400_000).toISOString()).slice(0, 10);
  const weekday = new Date(`${dayAfter(0)}T12:00:00Z`).getUTCDay();
  const nine = (day: string) => momentAt(zone, `${day}T09:00`);
  return [
    { label: 'In 3 hours', at: new Date(now.getTime() + 3 * 3_600_000).toISOString() },
    { label: 'Tomorrow', at: nine(dayAfter(1)) },
    { label: 'Next Monday', at: nine(dayAfter((8 - weekday) % 7 || 7)) },
    { label: 'In a month', at: nine(dayAfter(30)) },
  ].map((one) => ({ ...one, hint: momentIn(zone, one.at) }));
}

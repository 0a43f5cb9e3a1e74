// Offered moments by the user's own clock: when a snoozed conversation comes back, and when an answer leaves.
import { momentAt, momentIn, wallTimeIn, type Zone } from '#ui/moments.ts';

interface Offered {
  label: string;
  hint: string;
  at: string;
}

export const snoozeTimes = (zone: Zone, now: Date): Offered[] => offered(zone, now, 3, 'In 3 hours');
export const laterTimes = (zone: Zone, now: Date): Offered[] => offered(zone, now, 1, 'In an hour');

function offered(zone: Zone, now: Date, hours: number, label: string): Offered[] {
  const dayAfter = (days: number) => wallTimeIn(zone, new Date(now.getTime() + days * 86_400_000).toISOString()).slice(0, 10);
  const weekday = new Date(`${dayAfter(0)}T12:00:00Z`).getUTCDay();
  const nine = (day: string) => momentAt(zone, `${day}T09:00`);
  return [
    { label, at: new Date(now.getTime() + hours * 3_600_000).toISOString() },
    { label: 'Tomorrow', at: nine(dayAfter(1)) },
    { label: 'Next Monday', at: nine(dayAfter((8 - weekday) % 7 || 7)) },
    { label: 'In a month', at: nine(dayAfter(30)) },
  ].map((one) => ({ ...one, hint: momentIn(zone, one.at) }));
}

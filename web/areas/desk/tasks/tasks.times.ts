// The times that the dialog offers for a next step, by the user's clock.
import { momentAt, wallTimeIn, type Zone } from '#ui/moments.ts';

export interface QuickTime {
  label: string;
  due_at: string;
}

const afternoon = '16:00';
const morning = '09:00';

/** The soonest first. “Today” only while there is half an hour left until 4 PM. */
export function quickTimes(zone: Zone, now: string): QuickTime[] {
  const [today = '', time = ''] = wallTimeIn(zone, now).split('T');
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const toMonday = (8 - weekday) % 7 || 7;
  const offer = (label: string, days: number, at: string): QuickTime => ({
    label,
    due_at: momentAt(zone, `${dayAfter(today, days)}T${at}`),
  });
  return [
    ...(time < '15:30' ? [offer('Today, 4:00 PM', 0, afternoon)] : []),
    offer('Tomorrow, 9:00 AM', 1, morning),
    ...(toMonday > 1 ? [offer('Next Monday, 9:00 AM', toMonday, morning)] : []),
    offer('In two weeks, 9:00 AM', 14, morning),
  ];
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

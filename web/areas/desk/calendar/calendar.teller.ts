// Puts the journal's entries about calendar events into plain words.
import { IconCalendar } from '@tabler/icons-react';
import type { Teller, Telling, Told } from '#app/timelineTeller.ts';
import { clockWords } from './calendar.labels.ts';

export const eventTeller: Teller = { kind: 'events', icon: IconCalendar, tell };

const verbs: Record<string, string> = {
  event_added: 'added the event',
  event_changed: 'changed the event',
  event_removed: 'removed the event',
};

function tell({ action, changes }: Told): Telling {
  const of = (name: string) => changes.find(({ field }) => field === name);
  const [title, start] = [of('event'), of('event.start')];
  const name = String(title?.after ?? title?.before ?? '');
  const [was, is] = [whenOf(start?.before), whenOf(start?.after)];
  return {
    summary: `${verbs[action] ?? action} ${name}`.trimEnd(),
    lines: [
      ...(title?.before && title.before !== name ? [`Title: ${title.before} → ${name}`] : []),
      ...(is ? [was && was !== is ? `When: ${was} → ${is}` : `When: ${is}`] : []),
    ],
  };
}

/** “03/31/2026, 2:30 PM” of 03/31/2026 14:30, by the event's clocks; an all-day event has its day alone. */
function whenOf(value: unknown): string {
  const [day = '', time] = typeof value === 'string' ? value.split(' ') : [];
  return time ? `${day}, ${clockWords(time)}` : day;
}

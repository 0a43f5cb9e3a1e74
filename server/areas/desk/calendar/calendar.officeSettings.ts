// The office's settings for calendars.
import { z } from 'zod';
import { weekStarts } from '#contract/eventTypes.ts';
import { mePart } from '#kernel/me.ts';
import { getSetting, setting } from '#kernel/settings.ts';

export const weekStart = setting('calendar.week_starts', z.enum(weekStarts), 'sunday', {
  title: 'First day of the week',
  about: 'Calendars begin a week on this day.',
  group: 'Calendar',
  kind: 'choice',
  choices: { sunday: 'Sunday', monday: 'Monday' },
  async also(tx) {
    tx.tell({ event: 'me.changed' }, { to: 'company' });
  },
});

/** The screens know it before they ask for the days of a week. */
export const ownWeekStart = mePart({
  empty: { week_starts: 'sunday' },
  read: async (tx) => ({ week_starts: await getSetting(tx, weekStart) }),
});

import { IconCalendar } from '@tabler/icons-react';
import { area } from '#app/area.ts';

export const calendarArea = area({
  places: [{ to: '/calendar', label: 'Calendar', icon: IconCalendar, key: 'e', order: 30, permission: 'calendar.read' }],
  onUpdate: {
    // Loaded at the first message: the calls of the calendar are no part of the first page.
    'calendar.changed': () => void import('./calendar.api.ts').then(({ refreshCalendars }) => refreshCalendars()),
    'calendar.reminder': (update) => void import('./calendar.reminders.tsx').then(({ tellReminder }) => tellReminder(update)),
  },
});

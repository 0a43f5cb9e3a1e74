import { area } from '#kernel/area.ts';
import { accessOf, doneBy, ofContact, ofUser } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { todayCard } from './calendar.card.ts';
import { calendarJobs } from './calendar.jobs.ts';
import { calendarActions } from './calendar.journal.ts';
import { extendSeries } from './calendar.occurrences.ts';
import { ownWeekStart, weekStart } from './calendar.officeSettings.ts';
import { mailReminder, reminderPump } from './calendar.reminders.ts';
import { calendarRoutes } from './calendar.routes.ts';

export const calendarArea = area({
  name: 'calendar',
  routes: calendarRoutes,
  jobs: [perform(calendarJobs.extend, extendSeries), perform(calendarJobs.remind, mailReminder)],
  pumps: [reminderPump],
  cards: [todayCard],
  settings: [weekStart],
  me: [ownWeekStart],
  schedules: [schedule({ name: 'calendar.extend', cron: '20 2 * * *', job: calendarJobs.extend })],
  attached: [
    ofContact('events', 'contact_id', { merge: 'move', undo: 'blocks', restore: 'stays', purge: 'drop', export: true }),
    ofContact('event_changes', 'contact_id', { merge: 'move', undo: 'drop', restore: 'stays', purge: 'drop', export: false }),
    ofUser('events', 'owner_id', { handOver: 'move', exceptFor: 'private', purge: 'anonymize', export: true }),
    ofUser('event_occurrences', 'owner_id', { handOver: 'move', exceptFor: 'private', purge: 'anonymize', export: false }),
    ...doneBy('events', 'created_by'),
    ...doneBy('event_changes', 'owner_id', 'actor_id', 'impersonator_id'),
    accessOf('calendar_feeds'),
  ],
  timeline: [timelineKind({ name: 'events', label: 'Calendar events', actions: calendarActions, permission: 'calendar.read' })],
});

import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { timelineKind } from '#kernel/timeline.ts';
import { forgetOldCalls } from './calls.forget.ts';
import { callJobs } from './calls.jobs.ts';
import { lostCallPump } from './calls.lost.ts';
import { heedMissed } from './calls.missed.ts';
import { localPresence, queueMinutes, recordAll } from './calls.officeSettings.ts';
import { phoneService } from './calls.phoneService.ts';
import { callRoutes } from './calls.routes.ts';

export const callArea = area({
  name: 'calls',
  routes: callRoutes,
  jobs: [perform(callJobs.missed, (ctx, { id }) => heedMissed(ctx, id)), perform(callJobs.forget, forgetOldCalls)],
  schedules: [schedule({ name: 'calls.forget', cron: '40 3 * * *', job: callJobs.forget })],
  pumps: [lostCallPump],
  settings: [recordAll, queueMinutes, localPresence],
  services: [phoneService],
  attached: [
    // A call is proof, and the way to its recording: both stay until their time has passed.
    ofContact('calls', 'contact_id', {
      merge: 'move',
      undo: 'blocks',
      restore: 'stays',
      purge: { empty: ['contact_id', 'disposition', 'note'] },
      export: true,
    }),
    ...doneBy('calls', 'user_id', 'colleague_id'),
    ...doneBy('call_watchers', 'user_id'),
    ofContact('waiting_calls', 'contact_id', { merge: 'move', undo: 'keep', restore: 'stays', purge: 'drop', export: false }),
  ],
  timeline: [timelineKind({ name: 'calls', label: 'Calls', actions: ['called', 'call_recorded'] })],
});

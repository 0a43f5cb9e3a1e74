import { area } from '#kernel/area.ts';
import { ofContact, ofUser } from '#kernel/attached.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { forgetOldSessions } from './dialSessions.forget.ts';
import { dialSessionJobs } from './dialSessions.jobs.ts';
import { dialSessionRoutes } from './dialSessions.routes.ts';

export const dialSessionArea = area({
  name: 'dialSessions',
  routes: dialSessionRoutes,
  jobs: [perform(dialSessionJobs.forget, forgetOldSessions)],
  schedules: [schedule({ name: 'dialSessions.forget', cron: '50 3 * * *', job: dialSessionJobs.forget })],
  attached: [
    // The calls say what was done for a person; this is a place in a list.
    ofContact('dial_session_contacts', 'contact_id', {
      merge: 'move',
      undo: 'drop',
      restore: 'stays',
      purge: 'drop',
      export: false,
    }),
    ofUser('dial_sessions', 'user_id', { handOver: 'keep', purge: 'anonymize', export: true }),
  ],
});

import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { sessionChores } from './sessions.chores.ts';
import { sessionJobs } from './sessions.jobs.ts';
import { mailAlert } from './sessions.mails.ts';
import { sessionRoutes } from './sessions.routes.ts';

export const sessionArea = area({
  name: 'sessions',
  routes: sessionRoutes,
  jobs: [perform(sessionJobs.alert, (ctx, { sessionId }) => mailAlert(ctx, sessionId))],
  chores: sessionChores,
  attached: [accessOf('sessions'), accessOf('sessions', 'impersonator_id'), accessOf('devices')],
});

import { area } from '#kernel/area.ts';
import { doneBy, ofUser } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { signupJobs } from './signups.jobs.ts';
import { mailDecision } from './signups.mails.ts';
import { signupRoutes } from './signups.routes.ts';

export const signupArea = area({
  name: 'signups',
  routes: signupRoutes,
  jobs: [perform(signupJobs.mailDecision, (ctx, { id }) => mailDecision(ctx, id))],
  attached: [ofUser('signups', 'user_id', { handOver: 'keep', purge: 'drop', export: true }), ...doneBy('signups', 'decided_by')],
});

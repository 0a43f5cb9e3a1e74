import { area } from '#kernel/area.ts';
import { doneBy, ofUser } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { mePart } from '#kernel/me.ts';
import { signupJobs } from './signups.jobs.ts';
import { mailDecision } from './signups.mails.ts';
import { findOwnSignup } from './signups.queries.ts';
import { signupRoutes } from './signups.routes.ts';

export const signupArea = area({
  name: 'signups',
  routes: signupRoutes,
  jobs: [perform(signupJobs.mailDecision, (ctx, { id }) => mailDecision(ctx, id))],
  me: [mePart({ empty: { signup: null }, read: async (tx) => ({ signup: await findOwnSignup(tx) }) })],
  attached: [ofUser('signups', 'user_id', { handOver: 'keep', purge: 'drop', export: true }), ...doneBy('signups', 'decided_by')],
});

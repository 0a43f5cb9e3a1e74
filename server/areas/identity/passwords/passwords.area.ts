import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { passwordJobs } from './passwords.jobs.ts';
import { mailChanged } from './passwords.mails.ts';
import { mailReset } from './passwords.reset.ts';
import { passwordRoutes } from './passwords.routes.ts';

export const passwordArea = area({
  name: 'passwords',
  routes: passwordRoutes,
  jobs: [perform(passwordJobs.mailReset, (ctx, _, run) => mailReset(ctx, run)), perform(passwordJobs.mailChanged, mailChanged)],
  attached: [accessOf('one_time_tokens')],
});

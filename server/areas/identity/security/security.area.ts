import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { mailAdministrator, securityJobs } from './security.mails.ts';
import { securityRoutes } from './security.routes.ts';

export const securityArea = area({
  name: 'security',
  routes: securityRoutes,
  jobs: [perform(securityJobs.mailAdministrator, mailAdministrator)],
  attached: [...doneBy('networks', 'created_by')],
});

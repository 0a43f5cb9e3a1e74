import { area } from '#kernel/area.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { userAdminJobs } from './userAdmin.jobs.ts';
import { mailInvitation } from './userAdmin.mails.ts';
import { userAdminRoutes } from './userAdmin.routes.ts';

export const userAdminArea = area({
  name: 'userAdmin',
  routes: userAdminRoutes,
  jobs: [perform(userAdminJobs.mailInvitation, (ctx, { userId }) => mailInvitation(ctx, userId))],
});

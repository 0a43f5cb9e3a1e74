import { area } from '#kernel/area.ts';
import { accessOf } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { userAdminJobs } from './userAdmin.jobs.ts';
import type { Declared } from './userAdmin.leave.ts';
import { mailInvitation, mailNewEmail } from './userAdmin.mails.ts';
import { userAdminRoutes } from './userAdmin.routes.ts';

export const userAdminArea = (declared: () => Declared) =>
  area({
    name: 'userAdmin',
    routes: userAdminRoutes(declared),
    jobs: [
      perform(userAdminJobs.mailInvitation, (ctx, { userId }) => mailInvitation(ctx, userId)),
      perform(userAdminJobs.mailNewEmail, mailNewEmail),
    ],
    attached: [accessOf('agent_licences')],
  });

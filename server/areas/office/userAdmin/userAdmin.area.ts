import { area } from '#kernel/area.ts';
import type { Attached } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { userAdminJobs } from './userAdmin.jobs.ts';
import { mailInvitation, mailNewEmail } from './userAdmin.mails.ts';
import { userAdminRoutes } from './userAdmin.routes.ts';

/** `attached`: what becomes of every row of a user who leaves. */
export const userAdminArea = (attached: () => readonly Attached[]) =>
  area({
    name: 'userAdmin',
    routes: userAdminRoutes(attached),
    jobs: [
      perform(userAdminJobs.mailInvitation, (ctx, { userId }) => mailInvitation(ctx, userId)),
      perform(userAdminJobs.mailNewEmail, mailNewEmail),
    ],
  });

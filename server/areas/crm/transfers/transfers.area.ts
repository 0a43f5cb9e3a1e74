import { area } from '#kernel/area.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { transferJobs } from './transfers.jobs.ts';
import { mailReceiver } from './transfers.mails.ts';
import { transferOperation } from './transfers.operations.ts';
import { transferRoutes } from './transfers.routes.ts';

export const transferArea = area({
  name: 'transfers',
  routes: transferRoutes,
  jobs: [perform(transferJobs.mail, mailReceiver)],
  operations: [transferOperation],
});

import { area } from '#kernel/area.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { helpJobs } from './helps.jobs.ts';
import { mailQuestion } from './helps.mails.ts';
import { helpRoutes } from './helps.routes.ts';

export const helpArea = area({ name: 'helps', routes: helpRoutes, jobs: [perform(helpJobs.mail, mailQuestion)] });

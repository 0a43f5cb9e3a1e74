import { area } from '#kernel/area.ts';
import { doneBy, ofContact } from '#kernel/attached.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { phoneCheckJobs } from './phoneChecks.jobs.ts';
import { checkPhonesOperation } from './phoneChecks.operations.ts';
import { phoneCheckRoutes } from './phoneChecks.routes.ts';
import { giveUpChecks, runChecks } from './phoneChecks.run.ts';

export const phoneCheckArea = area({
  name: 'phoneChecks',
  routes: phoneCheckRoutes,
  operations: [checkPhonesOperation],
  jobs: [perform(phoneCheckJobs.run, (ctx, _, run) => runChecks(ctx, run), { giveUp: giveUpChecks })],
  attached: [
    ofContact('phone_verifications', 'contact_id', {
      merge: 'move',
      undo: 'keep',
      restore: 'stays',
      purge: 'drop',
      export: true,
    }),
    ...doneBy('phone_verifications', 'asked_by'),
  ],
});

import { area } from '#kernel/area.ts';
import { schedule } from '#kernel/jobs/schedules.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { resealTable } from '#kernel/secrets/reseal.ts';
import { sendingDomainJobs } from './sendingDomains.jobs.ts';
import { privateKeys } from './sendingDomains.queries.ts';
import { sendingDomainRoutes } from './sendingDomains.routes.ts';
import { checkAllDomains } from './sendingDomains.service.ts';

export const sendingDomainArea = area({
  name: 'sendingDomains',
  routes: sendingDomainRoutes,
  jobs: [perform(sendingDomainJobs.check, checkAllDomains)],
  schedules: [schedule({ name: 'sendingDomains.check', cron: '20 4 * * *', job: sendingDomainJobs.check })],
  reseals: {
    'keys of sending domains': resealTable({
      table: 'sending_domains',
      key: { id: 'bigint' },
      sealed: { private_key_sealed: privateKeys },
      batch: 200,
    }),
  },
});

import type { Network } from '#contract/security.ts';
import { area } from '#kernel/area.ts';
import { doneBy } from '#kernel/attached.ts';
import { pageMeta } from '#kernel/db/paging.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { mePart } from '#kernel/me.ts';
import { mailAdministrator, securityJobs } from './security.mails.ts';
import { maxNetworks } from './security.networks.ts';
import { listAllNetworks } from './security.queries.ts';
import { securityRoutes } from './security.routes.ts';

export const securityArea = area({
  name: 'security',
  routes: securityRoutes,
  jobs: [perform(securityJobs.mailAdministrator, mailAdministrator)],
  me: [
    mePart({
      empty: { auth_ips: ofNetworks([]) },
      permission: 'security.manage',
      read: async (tx) => ({ auth_ips: ofNetworks(await listAllNetworks(tx)) }),
    }),
  ],
  attached: [...doneBy('networks', 'created_by')],
});

function ofNetworks(data: Network[]) {
  return { data, meta: pageMeta({ page: 1, limit: maxNetworks }, data.length) };
}

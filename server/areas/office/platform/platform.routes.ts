import * as contract from '#contract/platform.ts';
import { routes } from '#kernel/http/routes.ts';
import { getHealth, getPlatformInfo, listDeadJobs, rerunDeadJob } from './platform.service.ts';

export const platformRoutes = routes(contract, {
  getPlatformInfo: async ({ platform }) => getPlatformInfo(platform),
  getHealth: ({ platform }) => getHealth(platform),
  listDeadJobs: (ctx) => listDeadJobs(ctx),
  rerunDeadJob: (ctx, { params }) => rerunDeadJob(ctx, params.id),
});

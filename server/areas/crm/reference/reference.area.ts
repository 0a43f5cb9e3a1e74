import { area } from '#kernel/area.ts';
import { performReplace } from '#kernel/db/lookup.ts';
import { referenceJobs } from './reference.jobs.ts';
import { referenceRoutes } from './reference.routes.ts';
import { carriers, statuses } from './reference.service.ts';

export const referenceArea = area({
  name: 'reference',
  routes: referenceRoutes,
  jobs: [performReplace(referenceJobs.replace, [statuses, carriers])],
});

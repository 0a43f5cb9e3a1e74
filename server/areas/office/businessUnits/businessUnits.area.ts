import { area } from '#kernel/area.ts';
import { performReplace } from '#kernel/db/lookup.ts';
import { businessUnitJobs } from './businessUnits.jobs.ts';
import { businessUnitRoutes } from './businessUnits.routes.ts';
import { businessUnits } from './businessUnits.service.ts';

export const businessUnitArea = area({
  name: 'businessUnits',
  routes: businessUnitRoutes,
  jobs: [performReplace(businessUnitJobs.replace, [businessUnits])],
});

import { replaceJob } from '#kernel/db/lookup.ts';

export const businessUnitJobs = { replace: replaceJob('businessUnits.replace') };

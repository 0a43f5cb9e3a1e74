import { replaceJob } from '#kernel/db/lookup.ts';

export const referenceJobs = { replace: replaceJob('reference.replace') };

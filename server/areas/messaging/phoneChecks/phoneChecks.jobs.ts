import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const phoneCheckJobs = {
  /** Checks what this user asked for. */
  run: job('phoneChecks.run', z.object({}), { long: true, waits: true }),
};

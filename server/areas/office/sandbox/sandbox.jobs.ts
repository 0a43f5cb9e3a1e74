import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const sandboxJobs = {
  /** The carrier's calls that are due. */
  carry: job('sandbox.carry', z.object({})),
};

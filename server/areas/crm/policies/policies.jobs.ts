import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const policyJobs = {
  end: job('policies.end', z.object({})),
};

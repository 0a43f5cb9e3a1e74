import { z } from 'zod';
import { job } from '#kernel/jobs/tasks.ts';

export const policyJobs = {
  end: job('policies.end', z.object({})),
};

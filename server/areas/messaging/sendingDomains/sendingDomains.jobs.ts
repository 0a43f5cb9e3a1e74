import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const sendingDomainJobs = {
  check: job('sendingDomains.check', z.object({})),
};

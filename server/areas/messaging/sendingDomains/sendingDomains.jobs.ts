import { z } from 'zod';
import { job } from '#kernel/jobs/tasks.ts';

export const sendingDomainJobs = {
  check: job('sendingDomains.check', z.object({})),
};

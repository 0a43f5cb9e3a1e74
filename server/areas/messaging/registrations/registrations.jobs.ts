import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';

export const registrationJobs = {
  /** Sends what is missing to the carrier, and keeps its answer. */
  advance: job('registrations.advance', z.object({})),
  mail: job('registrations.mail', z.object({ about: z.enum(['approved', 'failed', 'suspended', 'refused']) })),
};

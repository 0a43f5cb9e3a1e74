import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const fileJobs = {
  /** `id`: of the contact's file. */
  scan: job('files.scan', z.object({ id: Id }), { long: true }),
};

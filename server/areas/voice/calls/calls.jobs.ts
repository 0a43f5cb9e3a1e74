import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const callJobs = {
  /** `id`: of a call that nobody took. */
  missed: job('calls.missed', z.object({ id: Id })),
  forget: job('calls.forget', z.object({})),
};

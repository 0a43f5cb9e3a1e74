import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const complianceJobs = {
  load: job('compliance.load', z.object({ id: Id }), { long: true }),
  forget: job('compliance.forget', z.object({})),
};

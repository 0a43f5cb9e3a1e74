import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const importJobs = {
  run: job('imports.run', z.object({ id: Id }), { long: true, waits: true }),
  undo: job('imports.undo', z.object({ id: Id }), { long: true, waits: true }),
  tidy: job('imports.tidy', z.object({})),
};

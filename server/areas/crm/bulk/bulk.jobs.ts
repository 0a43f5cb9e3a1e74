import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const bulkJobs = { run: job('bulk.run', z.object({ id: Id }), { long: true, waits: true }) };

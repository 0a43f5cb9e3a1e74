import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const webhookJobs = {
  /** Works on one stored call, as the system. */
  handle: job('webhooks.handle', z.object({ id: Id })),
  /** Works on all calls of a kind that wait. */
  take: job('webhooks.take', z.object({ kind: z.string().max(40) })),
};

import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/tasks.ts';

export const webhookJobs = {
  /** Works on one stored call, as the system. */
  handle: job('webhooks.handle', z.object({ id: Id })),
};

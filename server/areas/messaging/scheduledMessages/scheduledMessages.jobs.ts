import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const scheduledMessageJobs = {
  /** At the hour of an answer, as its writer. */
  send: job('scheduledMessages.send', z.object({ id: Id })),
};

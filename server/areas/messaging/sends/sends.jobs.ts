import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const sendJobs = {
  /** At the hour of a scheduled send, as the user who asked for it. */
  start: job('sends.start', z.object({ id: Id }), { waits: true }),
  forget: job('sends.forget', z.object({})),
  /** Sends what is due in a company, for a slice of time. */
  deliver: job('sends.deliver', z.object({}), { sends: true }),
  deliverTexts: job('sends.deliver_texts', z.object({}), { sends: true }),
};

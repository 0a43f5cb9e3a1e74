import { z } from 'zod';
import { Id, Moment } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

const ChangedPassword = z.object({
  userId: Id,
  by: z.enum(['oneself', 'administrator', 'link']),
  address: z.string(),
  device: z.string(),
  at: Moment,
});
export type ChangedPassword = z.output<typeof ChangedPassword>;

export const passwordJobs = {
  mailReset: job('passwords.mailReset', z.object({})),
  mailChanged: job('passwords.mailChanged', ChangedPassword),
};

import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { MailContent } from '#contract/mailContent.ts';
import { job } from '#kernel/jobs/job.ts';

export const emailJobs = {
  /** A mail to the asker, as `contact_id` would get it. */
  test: job(
    'emails.test',
    z.object({ subject: z.string(), doc: MailContent, attachments: z.array(Id), contact_id: Id.nullable() }),
  ),
};

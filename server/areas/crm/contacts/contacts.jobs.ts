import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const contactJobs = {
  erase: job('contacts.erase', z.object({}), { long: true, waits: true }),
  /** One mail to one user. */
  mentioned: job('contacts.mentioned', z.object({ contact_id: Id, note_id: Id, user_id: Id })),
};

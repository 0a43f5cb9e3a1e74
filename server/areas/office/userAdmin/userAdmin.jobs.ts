import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const userAdminJobs = {
  mailInvitation: job('userAdmin.mailInvitation', z.object({ userId: Id })),
  /** `former`: the address until now. */
  mailNewEmail: job('userAdmin.mailNewEmail', z.object({ userId: Id, former: z.string() })),
};

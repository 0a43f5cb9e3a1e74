import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const transferJobs = {
  /** `pool`: its name, if the contacts went into a pool of this user. */
  mail: job('transfers.mail', z.object({ id: Id, user_id: Id, count: z.int(), pool: z.string().nullable() })),
};

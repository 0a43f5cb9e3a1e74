import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';
import { codeMeanings, textStatuses } from '#kernel/telephony/telephony.ts';

export const textingJobs = {
  /** A report of the carrier that came before its text was written down. */
  report: job(
    'texting.report',
    z.object({
      providerId: z.string(),
      status: z.enum(textStatuses),
      code: z.string().nullable(),
      means: z.enum(codeMeanings).nullable().default(null),
      at: z.string(),
      attempt: z.int(),
    }),
  ),
  /** Each night: texts that came in, and that no webhook brought. */
  catchUp: job('texting.catchUp', z.object({}), { long: true }),
  /** Pictures and other files of a text that came in: the carrier has them. */
  fetchMedia: job('texting.fetchMedia', z.object({ id: Id, urls: z.array(z.string().max(1000)).max(10) })),
};

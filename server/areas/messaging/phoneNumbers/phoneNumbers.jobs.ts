import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const phoneNumberJobs = {
  /** Brings an order one step on: asks for its payment, buys the number, keeps it. */
  fulfil: job('phoneNumbers.fulfil', z.object({ id: Id })),
  /**
   * Each night: charges rent, passes on numbers of people who left, and gives numbers back to the carrier.
   */
  keep: job('phoneNumbers.keep', z.object({}), { long: true }),
  mailUnpaid: job('phoneNumbers.mailUnpaid', z.object({ id: Id })),
};

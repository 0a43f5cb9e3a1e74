import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const refundJobs = {
  /** Finds out what has become of a refund, asking for it if the processor does not know it yet. */
  finish: job('refunds.finish', z.object({ id: Id })),
  /** The payer owes a part of a refund, which they had spent. */
  mailOwed: job('refunds.mailOwed', z.object({ id: Id })),
  mailDispute: job('refunds.mailDispute', z.object({ id: Id })),
};

import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { declines } from '#contract/walletLists.ts';
import { job } from '#kernel/jobs/job.ts';

export const subscriptionJobs = {
  /** Charges an open invoice, or finds out what has become of its charge. */
  collect: job('subscriptions.collect', z.object({ id: Id })),
  /** An administrator ended it, at once or with its period. */
  mailEnded: job('subscriptions.mailEnded', z.object({ userId: Id, id: Id, reason: z.string() })),
  mailFailure: job('subscriptions.mailFailure', z.object({ userId: Id, id: Id, failure: z.enum(declines) })),
};

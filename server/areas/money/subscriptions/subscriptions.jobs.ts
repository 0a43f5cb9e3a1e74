import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { declines } from '#contract/walletLists.ts';
import { job } from '#kernel/jobs/tasks.ts';

export const subscriptionJobs = {
  /** Charges an open invoice, or finds out what has become of its charge. */
  collect: job('subscriptions.collect', z.object({ id: Id })),
  mailFailure: job('subscriptions.mailFailure', z.object({ userId: Id, id: Id, failure: z.enum(declines) })),
};

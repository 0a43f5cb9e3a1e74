import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { declines } from '#contract/walletLists.ts';
import { job } from '#kernel/jobs/job.ts';

export const walletJobs = {
  /** Finds out what has become of a payment, and books it. */
  finish: job('wallet.finish', z.object({ id: Id })),
  /** Charges what brings a user's wallet above its threshold. */
  refill: job('wallet.refill', z.object({ userId: Id })),
  /** The charge of this invoice has an answer; the area subscriptions does the rest. */
  invoiceSettled: job('wallet.invoiceSettled', z.object({ id: Id })),
  mailPause: job('wallet.mailPause', z.object({ userId: Id, reason: z.enum(declines) })),
};

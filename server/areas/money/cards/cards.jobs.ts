import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/job.ts';

export const cardJobs = {
  /** Another card is this user's default one; the area subscriptions charges it for what is open. */
  changed: job('cards.changed', z.object({ userId: Id })),
  /** Something happened at the processor to a charge, a refund, a dispute or a card; the area wallet asks what. */
  heard: job(
    'cards.heard',
    z.object({
      kind: z.enum(['charge', 'refund', 'refunds', 'dispute', 'card']),
      id: z.string(),
      payment: Id.nullable(),
      refund: Id.nullable(),
    }),
  ),
};

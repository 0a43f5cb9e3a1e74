import { z } from 'zod';
import { Id } from '#contract/kit/endpoint.ts';
import { job } from '#kernel/jobs/tasks.ts';

export const cardJobs = {
  /** Another card is this user's default one; the area subscriptions charges it for what is open. */
  changed: job('cards.changed', z.object({ userId: Id })),
};
